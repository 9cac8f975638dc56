import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PATHS } from '../local/project-paths.ts';

/** The functions' copy of the domain: Deno deploys a function with the files of its own folder alone. */
export const COPIES = path.join(PATHS.root, 'supabase/functions/_shared/domain');

const DOMAIN = path.join(PATHS.root, 'src/core/domain');

/** The files that the functions import. */
const ROOTS = [
  'answers.ts',
  'booking-fields.ts',
  'booking-choices.ts',
  'calendar-file.ts',
  'day-text.ts',
  'job-text.ts',
  'london-time.ts',
  'price-text.ts',
  'reference.ts',
  'repeats.ts',
];

const HEADER = '// Generated from src/core/domain by `npm run types:generate`.\n';

const importsOf = (source: string): string[] =>
  [...source.matchAll(/from '\.\/([\w-]+\.ts)'/g)].flatMap(([, name]) => name ?? []);

/** The copies, by file name: the roots and everything that they import. */
export function domainCopies(): Map<string, string> {
  const copies = new Map<string, string>();
  const copy = (name: string) => {
    if (copies.has(name)) return;
    const source = readFileSync(path.join(DOMAIN, name), 'utf8');
    copies.set(name, HEADER + source);
    importsOf(source).forEach(copy);
  };
  ROOTS.forEach(copy);
  return copies;
}
