import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Encoding is the slowest part of a build. Not in node_modules, which `npm ci` deletes. */
export const CACHE = fileURLToPath(new URL('../.cache/pictures', import.meta.url));

/** Makes a file unless the cache has it. A killed build leaves no partial file. */
export async function makeOnce(
  file: string,
  make: (unfinished: string) => Promise<unknown>,
): Promise<void> {
  if (existsSync(file)) return;
  await mkdir(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  await make(unfinished);
  await rename(unfinished, file);
}
