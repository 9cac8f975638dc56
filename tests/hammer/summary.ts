import type { Report } from './report.ts';

/** The maximum number of findings shown. */
const MOST_SHOWN = 40;

interface Run {
  seed: number;
  count: number;
  seconds: number;
  /** The command's mode, such as `--portal`. */
  mode?: string;
}

/**
 * The run's summary: each finding with the command that replays it, and one line with all figures.
 */
export function describe(
  { work, faults, crashes, kills, remarks, kinds, findings }: Report,
  { seed, count, seconds, mode }: Run,
): { text: string; isGood: boolean } {
  const numbers = kinds.map((fault) => ({
    fault,
    number: new Set(
      findings.filter((finding) => finding.fault === fault).map(({ subject }) => subject),
    ).size,
  }));
  const command = ['npm run hammer --', mode, `--seed ${seed} --count ${count}`]
    .filter(Boolean)
    .join(' ');
  const shown = findings.slice(0, MOST_SHOWN).map(({ fault, subject, why }) => {
    const device = /^[a-z]+(\d+)/.exec(subject)?.[1];
    return `${fault}: ${subject}: ${why}\n    ${command} --device ${device}`;
  });
  if (findings.length > MOST_SHOWN) shown.push(`… and ${findings.length - MOST_SHOWN} more`);
  const failed = numbers.filter(({ number }) => number > 0).length;
  const line = [
    `seed ${seed}: ${work} in ${seconds.toFixed(0)} s`,
    `${faults.total} faults (${faults})`,
    `${crashes.total} crashes at ${crashes.counts.size} places`,
    `${kills} killed servers`,
    ...remarks,
    ...numbers.map(({ fault, number }) => `${number} ${fault}`),
  ].join('; ');
  return {
    text: [...shown, line, `${kinds.length - failed} passed, ${failed} failed`].join('\n'),
    isGood: failed === 0,
  };
}
