import { expect, test } from 'vitest';
import type { ProjectApi } from '../../supabase/functions/_shared/project-api.ts';
import { removeResumes } from '../../supabase/commands/deleted-submissions.ts';
import { erasePerson } from '../../supabase/commands/person-records.ts';

/** A Storage with these files, of which it can remove only the `removable` ones. */
const storage = (there: string[], removable = there): ProjectApi => ({
  call: () => Promise.reject(new Error('Nothing is asked of the database.')),
  removeFiles: async (_bucket, names) => names.filter((name) => removable.includes(name)),
  readFile: async (_bucket, name) => (there.includes(name) ? new Uint8Array(1) : null),
});

test('a résumé that was already gone is not reported as left', async () => {
  expect(await removeResumes(storage(['a.pdf']), ['a.pdf', 'gone.pdf'])).toEqual({
    text: 'Removed 1 résumé. 1 more was no longer stored.',
    isLeft: false,
  });
});

test('a résumé that could not be removed is reported', async () => {
  expect(await removeResumes(storage(['a.pdf', 'b.pdf'], ['a.pdf']), ['a.pdf', 'b.pdf'])).toEqual({
    text: 'These résumés were not removed: b.pdf. The hourly job removes them when they are a day old; check again tomorrow.',
    isLeft: true,
  });
});

test('an erasure that leaves a file is reported as an error', async () => {
  const project: ProjectApi = {
    ...storage(['a.pdf'], []),
    call: async () => ({
      bookings: 0,
      job_applications: 1,
      files: ['a.pdf'],
      accounts: [],
      push_devices: [],
    }),
  };
  const erasure = { email: 'a@example.com', also: [], left: [] };
  await expect(erasePerson(project, erasure, new Date(), false)).rejects.toThrow(
    /^Erased 0 bookings, 1 application and 0 messages[^]*These résumés were not removed: a\.pdf/,
  );
});
