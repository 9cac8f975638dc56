import { readdirSync } from 'node:fs';
import path from 'node:path';
import { isExecutable } from './is-executable.mjs';

/** Debian keeps the server out of the PATH, a folder a major version. */
const DEBIAN = '/usr/lib/postgresql';

/** The folder of the newest PostgreSQL server's programs; undefined when there is none. @returns {string | undefined} */
export function findPostgres() {
  const onPath = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return [...debianFolders(), ...onPath].find(
    (folder) =>
      isExecutable(path.join(folder, 'postgres')) && isExecutable(path.join(folder, 'initdb')),
  );
}

function debianFolders() {
  try {
    const versions = readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one));
    return versions.map((version) => path.join(DEBIAN, version, 'bin'));
  } catch {
    return [];
  }
}
