import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { PATHS } from '../../supabase/local/project-paths.ts';
import { useDatabase } from '../support/database.ts';

const { asOwner, execute } = useDatabase();

it('the seed fills the public lists, with testimonials that are plainly samples', async () => {
  await execute(await readFile(PATHS.seed, 'utf8'));
  expect(await asOwner('select count(*)::int as n from public.careers')).toEqual([{ n: 5 }]);
  expect(
    await asOwner('select role, count(*)::int as n from public.testimonials group by role'),
  ).toEqual([{ role: 'Sample review', n: 8 }]);
});
