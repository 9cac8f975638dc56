import { StartError } from '../../local/start-error.ts';
import { dumpOf, fileOf, hashFile, readManifest, type Manifest } from './manifest.ts';
import { findPrograms, run } from './programs.ts';

const NAMED = 10;

/**
 * Reads a whole backup: compares the hashes with its manifest, and lets pg_restore read the dump.
 * Throws a StartError that names the damaged and missing files.
 */
export async function verifyBackup(folder: string, pgBin: string | null): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const damaged: string[] = [];
  const check = async (name: string, file: string, sha256: string) => {
    const hashed = await hashFile(file);
    if (hashed === null) damaged.push(`${name} is missing`);
    else if (hashed.sha256 !== sha256) damaged.push(`${name} is damaged`);
  };
  await check('database.dump', dumpOf(folder), manifest.database.sha256);
  for (const file of manifest.files)
    await check(`files/${file.bucket}/${file.name}`, fileOf(folder, file), file.sha256);
  if (damaged.length > 0) {
    const more = damaged.length > NAMED ? `\nand ${damaged.length - NAMED} more` : '';
    throw new StartError(
      `${folder} is damaged: use another backup.\n${damaged.slice(0, NAMED).join('\n')}${more}`,
    );
  }
  const { pgRestore } = await findPrograms(pgBin, manifest.server);
  await run(pgRestore, ['--list', dumpOf(folder)]);
  return manifest;
}
