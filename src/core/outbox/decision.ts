import type { Attention, Entry, Receipt } from '../store/rows.ts';

/** What has become of a submission, as far as its form needs to know. */
export type Decision =
  | { outcome: 'sent' }
  /** Kept on the device; it is tried again by itself. */
  | { outcome: 'waiting' }
  | { outcome: 'refused'; attention: Attention };

/** Reads an entry or its receipt; null while the first try is still under way. */
export function decisionOf(current: Entry | Receipt): Decision | null {
  if (!('step' in current) || current.step === 'email') return { outcome: 'sent' };
  if (current.attention) return { outcome: 'refused', attention: current.attention };
  return current.retry ? { outcome: 'waiting' } : null;
}
