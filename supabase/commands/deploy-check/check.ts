import type { Known, Project } from './project.ts';

/**
 * From best to worst, with the exit code. A fact that cannot be checked from here is neither a failure nor `ok`; `optional` is a part
 * that the site works without, and `known` one that the owner knows about.
 */
const EXIT_CODES = {
  ok: 0,
  'not checked': 0,
  optional: 0,
  known: 0,
  missing: 1,
  wrong: 2,
} as const;
type State = keyof typeof EXIT_CODES;

export interface Verdict {
  state: State;
  /** The finding, without secrets or personal data. */
  found: string;
  /** A command to type, or a place to look. */
  remedy?: string | undefined;
  /** The time of the last failure, for a line about events. */
  latest?: string | null | undefined;
}

export type Line = Verdict & { name: string };

const verdict =
  (state: State) =>
  (found: string, remedy?: string, latest?: string | null): Verdict => ({
    ...{ state, found, remedy, latest },
  });
export const ok = verdict('ok');
export const unchecked = verdict('not checked');
export const optional = verdict('optional');
export const missing = verdict('missing');
export const wrong = verdict('wrong');

/** One line of the table. */
export interface Check<Found = unknown> {
  name: string;
  /** Null where it cannot be asked: the line is not checked, because it needs `needs`. */
  ask(project: Project): Found | null | Promise<Found | null>;
  needs?: string;
  expect(found: Found, project: Project): Verdict;
  /** For every fault that has none of its own. */
  remedy?: string | ((project: Project) => string);
}

/** Infers what a check asks for. */
export const check = <Found>(row: Check<Found>): Check => row as Check;

export async function runCheck(
  { name, ask, needs, expect, remedy }: Check,
  project: Project,
): Promise<Line> {
  const found = await ask(project);
  const line = found === null ? unchecked(`needs ${needs}`) : expect(found, project);
  const isFault = line.state !== 'ok' && line.state !== 'not checked';
  const usual = typeof remedy === 'function' ? remedy(project) : remedy;
  return { name, ...line, remedy: line.remedy ?? (isFault ? usual : undefined) };
}

/** The lines, those that the owner knows about as `known`; a failure since they said so counts. */
export const markKnown = (lines: readonly Line[], known: Known): Line[] =>
  lines.map((line) => {
    const entry = known[line.name];
    const isFailure = EXIT_CODES[line.state] > 0;
    if (!entry || !isFailure || (line.latest && Date.parse(line.latest) > Date.parse(entry.at)))
      return line;
    return { ...line, state: 'known', found: `until ${entry.until}: ${line.found}` };
  });

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
  const sums = Object.keys(EXIT_CODES).map(
    (state) => `${lines.filter((line) => line.state === state).length} ${state}`,
  );
  return [...rows, '', sums.join(', ')].join('\n');
}
