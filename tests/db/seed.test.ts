import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { PATHS } from '../../supabase/local/project-paths.ts';
import { useDatabase } from '../support/database.ts';

const { asOwner, execute } = useDatabase();

it('the seed fills the public lists, with realistic testimonials', async () => {
  await execute(await readFile(PATHS.seed, 'utf8'));
  expect(await asOwner('select count(*)::int as n from public.careers')).toEqual([{ n: 5 }]);
  expect(
    await asOwner(
      "select count(*)::int as n, count(*) filter (where concat(name, role, quote) ilike '%sample%')::int as samples from public.testimonials",
    ),
  ).toEqual([{ n: 8, samples: 0 }]);
});
