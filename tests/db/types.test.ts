import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { writeDatabaseTypes } from '../../supabase/commands/database-types.ts';
import { PATHS } from '../../supabase/local/project-paths.ts';
import { useDatabase } from '../support/database.ts';

const { asOwner } = useDatabase();

it('the TypeScript types are those of the migrations (else: npm run types:generate)', async () => {
  const written = await readFile(
    path.join(PATHS.root, 'src/core/server/database.types.ts'),
    'utf8',
  );
  expect(written).toBe(await writeDatabaseTypes({ query: asOwner }));
});
