import { expect, test } from 'vitest';
import type { ProjectApi } from '../../supabase/functions/_shared/project-api.ts';
import { removeDeletedFiles } from '../../supabase/commands/deleted-submissions.ts';
import { erasePerson } from '../../supabase/commands/person-records.ts';

/** A Storage with these files, of which it can remove only the `removable` ones. */
const storage = (there: string[], removable = there): ProjectApi => ({
  call: () => Promise.reject(new Error('Nothing is asked of the database.')),
  removeFiles: async (_bucket, names) => names.filter((name) => removable.includes(name)),
  readFile: async (_bucket, name) => (there.includes(name) ? new Uint8Array(1) : null),
});

test('a résumé that was already gone is not reported as left', async () => {
  const files = { files: ['a.pdf', 'gone.pdf'], pictures: [] };
  expect(await removeDeletedFiles(storage(['a.pdf']), files)).toEqual([
    { text: 'Removed 1 résumé. 1 more was no longer stored.', isLeft: false },
  ]);
});

test('a file that could not be removed is reported, for each kind of file', async () => {
  const files = { files: ['a.pdf', 'b.pdf'], pictures: ['c/1', 'c/2'] };
  const there = [...files.files, ...files.pictures];
  expect(await removeDeletedFiles(storage(there, ['a.pdf', 'c/1']), files)).toEqual([
    {
      text: 'These résumés were not removed: b.pdf. The hourly job removes them when they are a day old; check again tomorrow.',
      isLeft: true,
    },
    {
      text: 'These pictures were not removed: c/2. The schedule removes them within the hour.',
      isLeft: true,
    },
  ]);
});

test('an erasure that leaves a file is reported as an error', async () => {
  const project: ProjectApi = {
    ...storage(['a.pdf'], []),
    call: async () => ({
      bookings: 0,
      job_applications: 1,
      files: ['a.pdf'],
      pictures: [],
      accounts: [],
      push_devices: [],
    }),
  };
  const erasure = { email: 'a@example.com', also: [], left: [] };
  await expect(erasePerson(project, erasure, new Date(), false)).rejects.toThrow(
    /^Erased 0 bookings, 1 application and 0 messages[^]*These résumés were not removed: a\.pdf/,
  );
});
