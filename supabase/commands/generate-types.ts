import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeDatabaseTypes } from './database-types.ts';
import { openDatabase } from '../local/database/open-database.ts';
import { PATHS } from '../local/project-paths.ts';

const database = await openDatabase();
await writeFile(
  path.join(PATHS.root, 'src/core/server/database.types.ts'),
  await writeDatabaseTypes(database),
);
await database.close();
