import type { LondonTime } from '../../core/domain/london-time.ts';
import { isAhead, type Scheduled } from '../../core/domain/schedule.ts';
import { countText } from '../../ui/count-text.ts';
import { isSynced } from '../booking/booking-actions.ts';

/**
 * The customers who do not know of a deletion: of visits that are confirmed and to come, and of
 * answers that wait. `waiting`: the ids of bookings with such an answer.
 */
export function customersUnaware<Row extends Scheduled & { rev: number }>(
  rows: readonly Row[],
  waiting: ReadonlySet<string>,
  now: LondonTime,
): { toCancel: Row[]; unsent: number } {
  const unsent = rows.filter(({ id }) => waiting.has(id));
  const toCancel = rows.filter(
    (row) =>
      row.status === 'confirmed' && isAhead(row, now) && isSynced(row) && !waiting.has(row.id),
  );
  return { toCancel, unsent: unsent.length };
}

interface CancelFirstTexts {
  title: string;
  text: string;
  /** The button that cancels; null without a booking to cancel. */
  cancel: string | null;
}

/** The texts for `toCancel` visits and `unsent` answers among `count` bookings to delete. */
export function cancelFirstTexts(
  toCancel: number,
  unsent: number,
  count: number,
): CancelFirstTexts {
  const of = (some: number) =>
    count === 1 ? 'This booking' : `${countText(some)} of these bookings`;
  if (toCancel === 1)
    return {
      title: `${of(1)} is confirmed and still to come`,
      text: 'Its customer is not told of a deletion, and will expect you. Cancel it first: its history says whether our email went. Delete it afterwards.',
      cancel: 'Cancel the booking first',
    };
  if (toCancel > 1)
    return {
      title: `${of(toCancel)} are confirmed and still to come`,
      text: 'Their customers are not told of a deletion, and will expect you. Cancel them first: their histories say whether our emails went. Delete them afterwards.',
      cancel: `Cancel ${countText(toCancel)} bookings first`,
    };
  return {
    title: `${of(unsent)} ${unsent === 1 ? 'has an answer that waits' : 'have answers that wait'} to be sent`,
    text: 'If you delete first, the customer is not told of your answer. Delete once it is sent.',
    cancel: null,
  };
}
