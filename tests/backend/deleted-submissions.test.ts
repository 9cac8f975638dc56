import { expect, test } from 'vitest';
import type { ProjectApi } from '../../supabase/functions/_shared/project-api.ts';
import { removeResumes } from '../../supabase/commands/deleted-submissions.ts';

/** Storage with these files, which removes those alone that it can. */
const storage = (there: string[], removable = there): ProjectApi => ({
  call: () => Promise.reject(new Error('Nothing is asked of the database.')),
  removeFiles: async (_bucket, names) => names.filter((name) => removable.includes(name)),
  readFile: async (_bucket, name) => (there.includes(name) ? new Uint8Array(1) : null),
});

test('a résumé that was gone already is not said to be left', async () => {
  expect(await removeResumes(storage(['a.pdf']), ['a.pdf', 'gone.pdf'])).toBe(
    'Removed 1 résumé. 1 more was no longer stored.',
  );
});

test('a résumé that could not be removed is named', async () => {
  expect(await removeResumes(storage(['a.pdf', 'b.pdf'], ['a.pdf']), ['a.pdf', 'b.pdf'])).toBe(
    'These résumés were not removed: b.pdf. The hourly work removes each that is a day old; look again tomorrow.',
  );
});
