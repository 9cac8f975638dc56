/** From the best to the worst. What cannot be told from here is no failure, and is never called ok. */
const STATES = ['ok', 'not checked', 'missing', 'wrong'] as const;

export interface Line {
  name: string;
  state: (typeof STATES)[number];
  /** What was found: no secret, and nothing about a person. */
  found: string;
  /** What to type, or where to look. */
  mend?: string;
}

export const ok = (name: string, found: string): Line => ({ name, state: 'ok', found });
export const unchecked = (name: string, found: string, mend?: string): Line => ({
  name,
  state: 'not checked',
  found,
  ...(mend && { mend }),
});
export const missing = (name: string, found: string, mend: string): Line => ({
  name,
  state: 'missing',
  found,
  mend,
});
export const wrong = (name: string, found: string, mend: string): Line => ({
  name,
  state: 'wrong',
  found,
  mend,
});

const EXIT_CODES: Record<Line['state'], number> = { ok: 0, 'not checked': 0, missing: 1, wrong: 2 };

/** By the worst line: 0, 1 when something is missing, 2 when something is wrong. */
export const exitCode = (lines: readonly Line[]): number =>
  Math.max(0, ...lines.map(({ state }) => EXIT_CODES[state]));

/** The lines as a table, what to do below each, and a sum at the end. */
export function formatTable(lines: readonly Line[]): string {
  const width = Math.max(...lines.map(({ name }) => name.length)) + 2;
  const indent = ' '.repeat(13 + width);
  const rows = lines.flatMap(({ name, state, found, mend = '' }) => [
    `${state.padEnd(13)}${name.padEnd(width)}${found}`,
    ...mend
      .split('\n')
      .filter(Boolean)
      .map((text) => `${indent}→ ${text}`),
  ]);
  const sums = STATES.map(
    (state) => `${lines.filter((line) => line.state === state).length} ${state}`,
  );
  return [...rows, '', sums.join(', ')].join('\n');
}
