import type { OfficeAnswerValues } from '../domain/office-answer.ts';
import type { ReplicaRow } from '../server/admin-backend.ts';
import { newEntry } from '../outbox/entry.ts';
import type { Kind } from '../outbox/kind.ts';
import { changeRateLimit } from '../store/admin-entries.ts';
import type { AnswerEntry, ChangeReceipt } from '../store/admin-rows.ts';
import { changeConfirmed } from '../store/replica-database.ts';
import { rowAfter } from './answer-row.ts';
import type { ChangeDeps } from './change-deps.ts';
import { checkRole, forbidden } from './check-role.ts';

/** A new entry that answers a booking of this revision, with checked values. */
export const createAnswer = (
  booking: { id: string; rev: number },
  answer: OfficeAnswerValues,
  userId: string,
  now: number,
): AnswerEntry => ({
  ...newEntry('answer', userId, now),
  bookingId: booking.id,
  expectedRevision: booking.rev,
  answer,
  file: null,
  step: 'row',
});

/** An administrator's answer to a booking. A refusal waits for the administrator. */
export const answerKind = (deps: ChangeDeps): Kind<AnswerEntry> => ({
  steps: () => ['row'],
  recordStep: 'row',
  // Without a connection the attempt ends here, so that the answer can still be undone.
  objection: ({ userId }) => checkRole(deps.backendOf(userId), FORBIDDEN),
  async perform({ id, userId, bookingId, expectedRevision, answer }) {
    const backend = deps.backendOf(userId);
    const answered = { eventId: id, bookingId, expectedRevision, ...answer };
    const result = await backend.answerBooking(answered);
    if (result.outcome !== 'accepted') return result;
    // Not awaited: the server sends them later too.
    void backend.sendAnswerMails(bookingId);
    return { outcome: 'accepted', changes: { confirmed: result.state } };
  },
  rateLimit: changeRateLimit,
  async follow(entry, refusal) {
    const { userId, bookingId, confirmed } = entry;
    const replica = deps.replicaOf(userId);
    if (!replica || refusal || !confirmed) return;
    const { status, day, time_slot: slot, rev } = confirmed;
    const change = (row: ReplicaRow<'bookings'>) => {
      const after = rowAfter(row, entry);
      const isPresent =
        after.status === status && after.preferred_date === day && after.preferred_time === slot;
      // The state of a repeated answer may be a later one, whose events come with the next pull.
      return isPresent ? after : null;
    };
    // If the device cannot write it, the next pull brings the row.
    await changeConfirmed(replica, ['bookings', bookingId], rev, change).catch(() => undefined);
  },
  receipt: ({ bookingId, answer }) =>
    ({ bookingId, answer: answer.kind }) satisfies Partial<ChangeReceipt>,
});

const FORBIDDEN = forbidden(
  'You do not have permission to answer bookings. Ask another administrator to check your role.',
);
