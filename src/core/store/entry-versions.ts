import type { ChangeEntry } from './admin-rows.ts';
import type { Attention, SubmissionEntry, Retry } from './rows.ts';

/** The form of the entries that this release writes. It reads every one before it. */
export const ENTRY_VERSION = 2;

/** The form of deletions whose rows lie apart, which releases before this one leave alone. The next form of any entry is a later one. */
export const APART_VERSION = 3;

/** What tells where an entry stood, in the first form. */
interface EntryV1 {
  version: 1;
  attempts: number;
  attempted: boolean;
  /** Absent in the oldest: there, every request that left the device counts. */
  mayHaveArrived?: boolean;
  sendingSince: number | null;
  retry: (Omit<Retry, 'reason'> & { reason: Retry['reason'] | 'foreign' }) | null;
  attention: Attention | null;
  lateConfirmed?: boolean;
  /** How many rows of a deletion were gone. */
  done?: number;
}

/** An entry of any release as this one writes it. What a later release wrote stays as it is. */
export function upgradeEntry<E extends SubmissionEntry | ChangeEntry>(entry: E): E {
  if ((entry?.version as number) === 1) return fromV1(entry as unknown as EntryV1) as E;
  return isSetAside(entry)
    ? { ...entry, state: { name: 'waiting', tries: 0, retry: null } }
    : entry;
}

/** Releases before this one kept what was being edited from being sent for good, also when nobody went on editing it. */
const isSetAside = (entry: SubmissionEntry | ChangeEntry | undefined): boolean =>
  entry?.state?.name === 'attention' && (entry.state.reason as string) === 'being-edited';

function fromV1({
  attempts: tries,
  sendingSince: since,
  retry,
  attention,
  lateConfirmed,
  done,
  ...same
}: EntryV1): unknown {
  const renamed = retry?.reason === 'foreign' ? { ...retry, reason: 'not-our-server' } : retry;
  const resting =
    since === null ? { name: 'waiting', tries, retry: renamed } : { name: 'sending', tries, since };
  return {
    ...same,
    version: ENTRY_VERSION,
    state: attention ? { name: 'attention', ...attention } : resting,
    mayHaveArrived: same.mayHaveArrived ?? same.attempted,
    ...(lateConfirmed !== undefined && { datePassedConfirmed: lateConfirmed }),
    ...(done !== undefined && { step: done, file: null }),
  };
}
