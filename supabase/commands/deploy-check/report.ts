/** From best to worst. A fact that cannot be checked from here is neither a failure nor `ok`. */
const STATES = ['ok', 'not checked', 'missing', 'wrong'] as const;

export interface Line {
  name: string;
  state: (typeof STATES)[number];
  /** The finding, without secrets or personal data. */
  found: string;
  /** A command to type, or a place to look. */
  remedy?: string;
}

export const ok = (name: string, found: string): Line => ({ name, state: 'ok', found });
export const unchecked = (name: string, found: string, remedy?: string): Line => ({
  name,
  state: 'not checked',
  found,
  ...(remedy && { remedy }),
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

const EXIT_CODES: Record<Line['state'], number> = { ok: 0, 'not checked': 0, missing: 1, wrong: 2 };

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
