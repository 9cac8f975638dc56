import { FAULTS, type Finding } from './findings/finding.ts';
import type { Tally } from './tally.ts';

/** A run's figures and findings. */
export interface Report {
  /** The acts by their name, with the number of devices. */
  work: readonly string[];
  amount: number;
  faults: Tally;
  crashes: Tally;
  kills: number;
  /** Figures that are not the product's faults. */
  remarks: Tally;
  findings: readonly Finding[];
}

/** The maximum number of findings shown. */
const MOST_SHOWN = 40;

/**
 * The run's summary: each finding with the command that replays its group, and one line with all
 * figures. `command`: the run's; `isReplayable`: it can run one group alone.
 */
export function describe(
  { work, faults, crashes, kills, remarks, findings }: Report,
  { command, isReplayable, seconds }: { command: string; isReplayable: boolean; seconds: number },
): string {
  const shown = findings.slice(0, MOST_SHOWN).map(({ fault, subject, why }) => {
    const [device] = /^[a-z]\d+/.exec(subject) ?? [];
    const replay = isReplayable && device ? ` --device ${device}` : '';
    return `${fault}: ${subject}: ${why}\n    ${command}${replay}`;
  });
  if (findings.length > MOST_SHOWN) shown.push(`… and ${findings.length - MOST_SHOWN} more`);
  const numbers = FAULTS.map((fault) => {
    const subjects = findings.filter((one) => one.fault === fault).map(({ subject }) => subject);
    return { fault, number: new Set(subjects).size };
  });
  const failed = numbers.filter(({ number }) => number > 0).length;
  const line = [
    `${command}: ${work.join(', ')} in ${seconds.toFixed(0)} s`,
    `${faults.total} faults (${faults})`,
    `${crashes.total} crashes at ${crashes.counts.size} places`,
    `${kills} killed servers`,
    ...[...remarks.counts].map(([what, times]) => `${times} ${what}`),
    ...numbers.map(({ fault, number }) => `${number} ${fault}`),
  ].join('; ');
  return [...shown, line, `${FAULTS.length - failed} passed, ${failed} failed`].join('\n');
}
