import { answerKind, type BookingStatus, type OfficeAnswer } from '../domain/answers.ts';
import {
  isAnsweredAfter,
  withAnswer,
  type BookingState,
  type RecordedEvent,
} from '../domain/booking-events.ts';
import { priceOf } from '../domain/price.ts';
import type { OfficeAnswerValues } from '../domain/office-answer.ts';
import { bookedVisit, isSameVisit, namedVisit } from '../domain/visit.ts';
import type { WaitCause } from '../domain/reasons.ts';
import { attentionOf, newEntry } from '../outbox/entry.ts';
import { undoUntilSent } from '../outbox/mutation.ts';
import type { ReplicaRow } from '../server/admin-backend.ts';
import type { StandingAnswer } from '../server/backend.ts';
import type { OutboxEntry, Receipt } from '../store/device-schema.ts';
import { changeConfirmed } from '../store/replica-database.ts';
import { checkRole, forbidden, type AdminEntry, type AdminMutation } from './admin-mutation.ts';
import { pendingBy, refusedOf, type PendingChange } from './pending-change.ts';

/** An answer of the office to a booking. Its id becomes the event's. */
export interface OfficeAnswerEntry extends AdminEntry<'row'> {
  kind: 'office-answer';
  bookingId: string;
  /** The revision of the booking that the answer was given to. */
  expectedRevision: number;
  answer: OfficeAnswerValues;
  /** The booking after the answer, once the server has added it. */
  confirmed?: BookingState;
  /** The answer whose effect is the same, if the server added that one. */
  standing?: StandingAnswer;
}

export interface OfficeAnswerReceipt extends Receipt {
  kind: 'office-answer';
  bookingId: string;
  answer: OfficeAnswer;
}

/** A new entry that answers a booking of this revision, with checked values. */
export const createOfficeAnswer = (
  booking: { id: string; rev: number },
  answer: OfficeAnswerValues,
  userId: string,
  now: number,
): OfficeAnswerEntry => ({
  ...newEntry('office-answer', userId, now),
  bookingId: booking.id,
  expectedRevision: booking.rev,
  answer,
  file: null,
  step: 'row',
});

const FORBIDDEN = forbidden(
  'You do not have permission to answer bookings. Ask another administrator to check your role.',
);

const isOfficeAnswer = (entry: OutboxEntry): entry is OfficeAnswerEntry =>
  entry.kind === 'office-answer';

const keyOf = ({ bookingId }: OfficeAnswerEntry) => bookingId;

/** A refused answer waits for its administrator, or for the next answer to its booking. */
export const officeAnswer: AdminMutation<OfficeAnswerEntry> = {
  steps: () => ['row'],
  recordStep: 'row',
  localStep: null,
  // Without a connection the attempt ends here, so that the answer can still be undone.
  precheck: ({ userId }, _, { backendOf }) => checkRole(backendOf(userId), FORBIDDEN),

  async perform({ id, userId, bookingId, expectedRevision, answer }, _, { backendOf }) {
    const backend = backendOf(userId);
    const answered = { eventId: id, bookingId, expectedRevision, ...answer };
    const result = await backend.answerBooking(answered);
    if (result.outcome !== 'accepted') return result;
    // Not awaited: the server sends them later too.
    void backend.sendAnswerMails(bookingId);
    const { state, standing } = result;
    return { outcome: 'accepted', changes: { confirmed: state, ...(standing && { standing }) } };
  },

  rateLimit: () => 'change bookings',
  afterRefusal: () => 'ask',

  async applyLocally(entry, refusal, _, __, { replicaOf }) {
    const { userId, bookingId, confirmed, standing } = entry;
    const replica = replicaOf(userId);
    // The events of a standing answer come with the next pull.
    if (!replica || refusal || !confirmed || standing) return;
    const change = (row: ReplicaRow<'bookings'>) => {
      const after = rowAfter(row, entry);
      const isPresent =
        after.status === confirmed.status && isSameVisit(bookedVisit(after), namedVisit(confirmed));
      // The state of a repeated answer may be a later one, whose events come with the next pull.
      return isPresent ? after : null;
    };
    // If the device cannot write it, the next pull brings the row.
    await changeConfirmed(replica, ['bookings', bookingId], confirmed.rev, change).catch(
      () => undefined,
    );
  },

  receipt: (entry) =>
    ({
      bookingId: entry.bookingId,
      answer: entry.answer.kind,
      ...(isTextUnsent(entry) && { isTextUnsent: true }),
    }) satisfies Partial<OfficeAnswerReceipt>,
  isReceiptNeeded: () => false,
  undo: undoUntilSent,
  entity: () => 'bookings',
  resolvedAt: ({ bookingId }) => ({ screen: 'answer', bookingId }),

  overlay: async (entry) => ({
    table: 'bookings',
    hides: [],
    // The server will refuse an answer to a booking that changed since, or that was refused once.
    change: attentionOf(entry)
      ? null
      : {
          id: entry.bookingId,
          apply: (row) => {
            const booking = row as ReplicaRow<'bookings'>;
            return isAnsweredAfter(booking, entry.expectedRevision)
              ? row
              : rowAfter(booking, entry);
          },
        },
  }),

  addedRow: () => null,
  replaces: (entry, waiting) => refusedOf(waiting, isOfficeAnswer, keyOf, keyOf(entry)),
  afterDiscard: () => null,
};

const isTextUnsent = ({ answer: { message }, standing }: OfficeAnswerEntry): boolean =>
  standing !== undefined && message !== null && message !== standing.message;

/** A booking's row after an answer. The same row if it has the answer already. */
function rowAfter(row: ReplicaRow<'bookings'>, entry: OfficeAnswerEntry): ReplicaRow<'bookings'> {
  if (row.events.some(({ id }) => id === entry.id)) return row;
  const { day, slot } = bookedVisit(row);
  const status = row.status as BookingStatus;
  const { answer } = entry;
  const after = withAnswer({ status, day, time_slot: slot }, 'office', answer);
  const isMoved = status === 'confirmed' && !isSameVisit(namedVisit(after), { day, slot });
  const movedFrom = { from_day: day, from_slot: slot };
  const price = answerKind(answer.kind).proposes ? null : priceOf(answer);
  return {
    ...row,
    ...price,
    status: after.status,
    preferred_date: after.day,
    preferred_time: after.time_slot,
    events: [...row.events, { ...eventOf(entry), ...(isMoved && movedFrom) }],
  };
}

const eventOf = ({
  id,
  createdAt,
  expectedRevision,
  answer,
  confirmed,
}: OfficeAnswerEntry): RecordedEvent => ({
  id,
  actor: 'office',
  created_at: new Date(createdAt).toISOString(),
  ...answer,
  rev: confirmed?.rev ?? expectedRevision,
  by: null,
  mail: null,
  push: null,
});

/** An answer to a booking that the server has not added. */
export type PendingAnswer = PendingChange<OfficeAnswerEntry>;

/** The answers that the server has not added, by booking. */
export type PendingAnswers = ReadonlyMap<string, PendingAnswer>;

/** An administrator's answers among the waiting entries; of two to one booking, the later. */
export const pendingAnswers = (
  entries: readonly OutboxEntry[],
  causeOf: (entry: OutboxEntry) => WaitCause | null,
): PendingAnswers => pendingBy(entries, isOfficeAnswer, keyOf, causeOf);
