import { hammerAnswers } from './answers/hammer.ts';
import { hammerCrew } from './crew/hammer.ts';
import { hammer } from './hammer.ts';
import { hammerPortal } from './portal/hammer.ts';
import type { Report } from './report.ts';
import type { Wanted } from './side-by-side.ts';
import type { Site } from './site.ts';
import { Tally } from './tally.ts';

/** The parts of a firm's work, each with its share of the submissions' count. */
const PARTS = [
  { run: hammer, share: 1 },
  { run: hammerPortal, share: 1 / 3 },
  { run: hammerAnswers, share: 1 / 3 },
  { run: hammerCrew, share: 1 / 4 },
];

/**
 * Runs everybody at once on one server: visitors submit, administrators change lists, customers and the
 * office answer each other, the crew reports. Each part judges its own people.
 */
export async function hammerFirm(site: Site, wanted: Wanted): Promise<Report> {
  const killsBefore = site.server.kills;
  const reports = await Promise.all(
    PARTS.map(({ run, share }) => run(site, { ...wanted, count: Math.ceil(wanted.count * share) })),
  );
  const sum = (of: (report: Report) => Tally): Tally => {
    const total = new Tally();
    for (const report of reports)
      for (const [what, times] of of(report).counts) total.add(what, times);
    return total;
  };
  return {
    amount: reports.reduce((total, { amount }) => total + amount, 0),
    work: reports.map(({ work }) => work).join(', '),
    faults: sum(({ faults }) => faults),
    crashes: sum(({ crashes }) => crashes),
    kills: site.server.kills - killsBefore,
    remarks: reports.flatMap(({ remarks }) => remarks),
    kinds: [...new Set(reports.flatMap(({ kinds }) => kinds))],
    findings: reports.flatMap(({ findings }) => findings),
  };
}
