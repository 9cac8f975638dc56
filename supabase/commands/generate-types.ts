import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeDatabaseTypes } from './database-types.ts';
import { openDatabase } from '../local/database/open-database.ts';
import { PATHS } from '../local/project-paths.ts';
import { writeAnswerKinds } from './answer-kinds.ts';
import { COPIES, domainCopies } from './domain-copies.ts';

await writeFile(path.join(PATHS.root, 'supabase/schemas/08_answer_kinds.sql'), writeAnswerKinds());
await rm(COPIES, { recursive: true, force: true });
await mkdir(COPIES);
for (const [name, text] of domainCopies()) await writeFile(path.join(COPIES, name), text);

const database = await openDatabase();
await writeFile(
  path.join(PATHS.root, 'src/core/server/database.types.ts'),
  await writeDatabaseTypes(database),
);
await database.close();
