/**
 * From best to worst. A fact that cannot be checked from here is neither a failure nor `ok`; `optional` is a part that the site
 * works without, and `known` one that the owner knows about.
 */
const STATES = ['ok', 'not checked', 'optional', 'known', 'missing', 'wrong'] as const;

export interface Line {
  name: string;
  state: (typeof STATES)[number];
  /** The finding, without secrets or personal data. */
  found: string;
  /** A command to type, or a place to look. */
  remedy?: string;
  /** The time of the last failure, for a line about events. */
  latest?: string;
}

/** The lines that the owner knows about, by name: until the end of the day `until`, failures before `at`. */
export type Known = Readonly<Record<string, { until: string; at: string }>>;

export const ok = (name: string, found: string): Line => ({ name, state: 'ok', found });
export const unchecked = (name: string, found: string, remedy?: string): Line => ({
  name,
  state: 'not checked',
  found,
  ...(remedy && { remedy }),
});
export const optional = (name: string, found: string, remedy: string): Line => ({
  name,
  state: 'optional',
  found,
  remedy,
});
export const missing = (name: string, found: string, remedy: string): Line => ({
  name,
  state: 'missing',
  found,
  remedy,
});
export const wrong = (name: string, found: string, remedy: string): Line => ({
  name,
  state: 'wrong',
  found,
  remedy,
});

/** The lines, those that the owner knows about as `known`; a failure since they said so counts. */
export const markKnown = (lines: readonly Line[], known: Known): Line[] =>
  lines.map((line) => {
    const entry = known[line.name];
    const isFailure = line.state === 'missing' || line.state === 'wrong';
    if (!entry || !isFailure || (line.latest && Date.parse(line.latest) > Date.parse(entry.at)))
      return line;
    return { ...line, state: 'known', found: `until ${entry.until}: ${line.found}` };
  });

const EXIT_CODES: Record<Line['state'], number> = {
  ok: 0,
  'not checked': 0,
  optional: 0,
  known: 0,
  missing: 1,
  wrong: 2,
};

/** The exit code of the worst line: 0, 1 for `missing`, 2 for `wrong`. */
export const exitCode = (lines: readonly Line[]): number =>
  Math.max(0, ...lines.map(({ state }) => EXIT_CODES[state]));

/** The lines as a table, each with its remedy below, and a summary at the end. */
export function formatTable(lines: readonly Line[]): string {
  const width = Math.max(...lines.map(({ name }) => name.length)) + 2;
  const indent = ' '.repeat(13 + width);
  const rows = lines.flatMap(({ name, state, found, remedy = '' }) => [
    `${state.padEnd(13)}${name.padEnd(width)}${found}`,
    ...remedy
      .split('\n')
      .filter(Boolean)
      .map((text) => `${indent}→ ${text}`),
  ]);
  const sums = STATES.map(
    (state) => `${lines.filter((line) => line.state === state).length} ${state}`,
  );
  return [...rows, '', sums.join(', ')].join('\n');
}
