import type { CustomerAnswer, RequestState } from '../domain/booking-events.ts';
import type { RequestsBackend } from '../server/backend.ts';
import { requestTimeout, type Place } from '../outbox/backoff.ts';
import { newEntry } from '../outbox/entry.ts';
import type { Kind } from '../outbox/kind.ts';
import type { KnownState, OutboxEntry, RequestAnswerEntry } from '../store/rows.ts';

export interface RequestAnswerDeps {
  backend: RequestsBackend;
  place: Place;
  /** Called with the state that came with the server's answer, before the entry ends. Never rejects. */
  onState: (id: string, known: KnownState) => Promise<void>;
}

export const isRequestAnswer = (entry: OutboxEntry): entry is RequestAnswerEntry =>
  entry.kind === 'request-answer';

export const answerRateLimit = (entry: OutboxEntry): string | null =>
  isRequestAnswer(entry) && entry.step === 'row' ? 'answer request' : null;

/** A new answer to a booking in the given state. Mints its id. */
export const createRequestAnswer = (
  answer: CustomerAnswer,
  { id: bookingId, last }: Pick<RequestState, 'id' | 'last'>,
  now: number,
): RequestAnswerEntry => ({
  ...newEntry('request-answer', null, now),
  bookingId,
  answer,
  offerEventId: answer === 'cancelled' ? null : (last?.id ?? null),
  step: 'row',
  file: null,
});

/**
 * A customer's answer to a booking: the answer, then the mails about it. Its receipt does not name
 * the booking, whose id is a key: the device may be another person's.
 */
export const requestAnswerKind = (deps: RequestAnswerDeps): Kind<RequestAnswerEntry> => ({
  steps: () => ['row', 'email'],
  recordStep: 'row',
  async perform({ id, bookingId, answer, offerEventId, step }) {
    const timeoutMs = requestTimeout(null, deps.place);
    if (step === 'email') {
      // The server sends them later too, so no failure is worth a retry.
      await deps.backend.sendAnswerMails(bookingId, timeoutMs);
      return { outcome: 'accepted' };
    }
    const readAt = Date.now();
    const result = await deps.backend.answerRequest(
      { eventId: id, bookingId, kind: answer, offerEventId },
      timeoutMs,
    );
    if ('state' in result) await deps.onState(bookingId, { state: result.state, readAt });
    return result.outcome === 'accepted' ? { outcome: 'accepted' } : result;
  },
  rateLimit: answerRateLimit,
});
