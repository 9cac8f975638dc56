import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../supabase/local/open-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of a migrated, closed database, to be copied and never opened. */
    template: string;
  }
}

/** Migrates one database, which every test file copies: creating one takes seconds, copying it a moment. */
export default async function createTemplate({ provide }: TestProject) {
  const template = await mkdtemp(path.join(tmpdir(), 'database-template-'));
  const database = await openDatabase({ dataDir: template });
  await database.close();
  provide('template', template);
  return () => rm(template, { recursive: true, force: true });
}
