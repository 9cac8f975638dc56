import { expect, test } from 'vitest';
import type { ProjectApi } from '../../supabase/functions/_shared/project-api.ts';
import { removeResumes } from '../../supabase/commands/deleted-submissions.ts';

/** A Storage with these files, of which it can remove only the `removable` ones. */
const storage = (there: string[], removable = there): ProjectApi => ({
  call: () => Promise.reject(new Error('Nothing is asked of the database.')),
  removeFiles: async (_bucket, names) => names.filter((name) => removable.includes(name)),
  readFile: async (_bucket, name) => (there.includes(name) ? new Uint8Array(1) : null),
});

test('a résumé that was already gone is not reported as left', async () => {
  expect(await removeResumes(storage(['a.pdf']), ['a.pdf', 'gone.pdf'])).toBe(
    'Removed 1 résumé. 1 more was no longer stored.',
  );
});

test('a résumé that could not be removed is reported', async () => {
  expect(await removeResumes(storage(['a.pdf', 'b.pdf'], ['a.pdf']), ['a.pdf', 'b.pdf'])).toBe(
    'These résumés were not removed: b.pdf. The hourly job removes them when they are a day old; check again tomorrow.',
  );
});
