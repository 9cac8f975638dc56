import { isLater, type CustomerBooking } from '../domain/booking-events.ts';
import { mutationOf } from '../outbox/mutation.ts';
import type { Queue } from '../outbox/queue.ts';
import { clearReceipts } from '../outbox/receipts.ts';
import type { Read, BookingsBackend } from '../server/backend.ts';
import { withReopen, type Database } from '../store/database.ts';
import type { KnownState, Receipt } from '../store/device-schema.ts';
import type { SubmissionReceipt } from '../mutations/visitor-mutation.ts';
import { cardOf, VISITOR_MUTATIONS } from '../mutations/visitors.ts';

const shown = (receipt: Receipt | undefined): SubmissionReceipt | null =>
  (receipt && VISITOR_MUTATIONS[receipt.kind]?.shownReceipt(receipt)) ?? null;

const IDS_PER_CALL = 50;

/** Reads the states of any number of requests. */
export async function readStates(
  backend: Pick<BookingsBackend, 'bookingStates'>,
  ids: readonly string[],
  timeoutMs: number,
): Promise<Read<CustomerBooking[]>> {
  const states: CustomerBooking[] = [];
  for (let at = 0; at < ids.length; at += IDS_PER_CALL) {
    const read = await backend.bookingStates(ids.slice(at, at + IDS_PER_CALL), timeoutMs);
    if (read.outcome !== 'read') return read;
    states.push(...read.value);
  }
  return { outcome: 'read', value: states };
}

/** Keeps the stored state of a booking that the server no longer knows. */
export function withFormer(fresh: KnownState, stored: KnownState | null | undefined): KnownState {
  const former = stored?.state ?? stored?.former;
  return fresh.state || !former ? fresh : { ...fresh, former };
}

/**
 * Stores states in the receipts of their bookings; without a receipt a state is not stored. Never
 * rejects, because the states are read again.
 */
export const storeStates = (db: Database, fresh: ReadonlyMap<string, KnownState>): Promise<void> =>
  withReopen(() =>
    db.transaction('rw', db.receipts, async () => {
      for (const receipt of (await db.receipts.bulkGet([...fresh.keys()])).map(shown)) {
        const known = receipt && fresh.get(receipt.id);
        if (!known || !isLater(known.state, receipt.known?.state)) continue;
        const next: SubmissionReceipt = { ...receipt, known: withFormer(known, receipt.known) };
        await db.receipts.put(next);
      }
    }),
  ).catch((error: unknown) =>
    console.warn('States of bookings could not be stored on this device:', error),
  );

/**
 * Stores states with the waiting answers to their bookings, and ends those that the server has.
 * Returns whether one is left to send. Never rejects, because the states are read again.
 */
export async function noteInAnswers(
  queue: Pick<Queue, 'list' | 'update'>,
  fresh: ReadonlyMap<string, KnownState>,
): Promise<boolean> {
  let isLeft = false;
  try {
    for (const entry of await queue.list()) {
      const changes = mutationOf(VISITOR_MUTATIONS, entry)?.afterRead(entry, fresh);
      // After a lost race the attempt decides, or the next reading.
      if (changes) await queue.update(entry, changes);
      isLeft ||= changes !== null && changes !== undefined;
    }
  } catch (error) {
    console.warn('States of bookings could not be stored with their answers:', error);
  }
  return isLeft;
}

/** Deletes visitors' receipts, but for the bookings whose answers are not sent. Returns the ids that are left. */
export const clearSentRequests = (db: Database): Promise<string[]> =>
  withReopen(() =>
    db.transaction('rw', db.entries, db.receipts, async () => {
      const answered = (await db.entries.toArray()).flatMap((entry) => {
        const card = entry.isStored ? null : cardOf(entry);
        return card?.type === 'answer' ? [card.requestId] : [];
      });
      // The crew's receipts end with their sheet.
      const others = (await db.receipts.toArray()).filter(({ kind }) => !VISITOR_MUTATIONS[kind]);
      await clearReceipts(db, new Set([...answered, ...others.map(({ id }) => id)]));
      return answered;
    }),
  );

/** Stores a request that a link opened, as a receipt. */
export const storeLinkedBooking = (
  db: Database,
  id: string,
  known: KnownState,
  now: number,
): Promise<unknown> => {
  const receipt: SubmissionReceipt = {
    id,
    kind: 'booking',
    userId: null,
    settledAt: now,
    refusal: null,
    createdAt: now,
    alert: 'sent',
    known,
    isFromLink: true,
  };
  return withReopen(() => db.receipts.put(receipt));
};

/** Notes in a booking's receipt whether this device gets its notifications. */
export const noteNotified = (db: Database, id: string, isNotified: boolean): Promise<unknown> =>
  withReopen(() =>
    db.transaction('rw', db.receipts, async () => {
      const receipt = shown(await db.receipts.get(id));
      if (!receipt) return;
      const next: SubmissionReceipt = { ...receipt, isNotified };
      await db.receipts.put(next);
    }),
  );

/** The ids of the bookings whose answers this device is notified of. */
export const notifiedBookings = async (db: Database): Promise<string[]> =>
  (await withReopen(() => db.receipts.toArray()))
    .filter((receipt) => shown(receipt)?.isNotified)
    .map(({ id }) => id);
