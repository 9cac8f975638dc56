import { isReport, type Ledger } from '../ledger.ts';
import { findAll, type Finding, type Rules } from './finding.ts';

const LEDGER: Rules<Ledger> = {
  // A phone's report may vanish when the office ends its key.
  lost: ({ changes }) =>
    changes
      .filter((change) => change.fate === 'vanished' && !isReport(change))
      .map(({ kind, id }) => `${kind} ${id} neither waits nor is anything decided`),
  stuck: ({ waiting }) => waiting.map((id) => `${id} still waits`),
};

/** An actor's immediate findings, and those about changes that are left. */
export const judgeLedger = (ledger: Ledger): Finding[] => [
  ...ledger.findings,
  ...findAll(LEDGER, ledger.name, ledger, null),
];
