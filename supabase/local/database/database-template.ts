import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createPgliteConnection } from '@supabase/lite/pglite';
import { migrate, type Migration } from './migrate.ts';
import { giveToOwner } from '../give-to-owner.ts';
import { PATHS } from '../project-paths.ts';
import { writeDurably } from '../storage/write-durably.ts';

const PREFIX = 'database-';

/** The template's cache key: the migrations and the software that writes the files. */
function fingerprint(migrations: Migration[]): string {
  const hash = createHash('sha256').update(JSON.stringify(migrations));
  for (const name of ['@supabase/lite', '@electric-sql/pglite']) {
    hash.update(readFileSync(path.join(PATHS.root, 'node_modules', name, 'package.json')));
  }
  return hash.digest('hex').slice(0, 16);
}

async function build(migrations: Migration[]): Promise<Uint8Array<ArrayBuffer>> {
  const { driver } = await createPgliteConnection();
  await migrate(driver, migrations);
  const image = await driver.dumpDataDir('none');
  await driver.close();
  return new Uint8Array(await image.arrayBuffer());
}

/**
 * The image of an empty migrated database. Creating one takes seconds and unpacking one a moment,
 * so it is cached.
 */
export async function readTemplate(migrations: Migration[]): Promise<Blob> {
  const file = path.join(PATHS.cache, `${PREFIX}${fingerprint(migrations)}.tar`);
  if (existsSync(file)) return new Blob([readFileSync(file)]);
  const image = await build(migrations);
  try {
    // Every user of the checkout may read it: it has no row of anybody.
    await writeDurably(file, image, 0o644);
    removeOthers(file);
    giveToOwner(PATHS.cache);
  } catch {
    // A checkout that cannot be written has no cache.
  }
  return new Blob([image]);
}

function removeOthers(current: string): void {
  const outdated = readdirSync(PATHS.cache).filter(
    (name) => name.startsWith(PREFIX) && name !== path.basename(current),
  );
  for (const name of outdated)
    if (!name.endsWith('.partial')) rmSync(path.join(PATHS.cache, name), { force: true });
}
