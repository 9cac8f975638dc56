import type { CustomerBooking } from '../domain/booking-events.ts';
import {
  isAnswerReply,
  classifyAlert,
  classifyRead,
  classifyBookingAnswer,
  classifyInsert,
  classifyUpload,
} from './classify-response.ts';
import type { Backend, BookingsBackend } from './backend.ts';
import {
  createBucketCheck,
  insert,
  partsOf,
  restReply,
  sendFormEmail,
  upload,
  type Clients,
} from './supabase-calls.ts';
import { request, type Connection, type Fetch, type Reply } from './request.ts';

/**
 * Storage sends this after `max-age=` with a file read by a token. By a signed link it lets a
 * browser keep the file for an hour: the portal reads those with `no-store`
 * (portal/fetch-file.ts).
 */
const NOT_CACHED = '0, no-store';

const isStates = (data: unknown): data is CustomerBooking[] => Array.isArray(data);

export interface SupabaseOptions {
  /** The project's URL, without a slash at its end. */
  url: string;
  publishableKey: string;
  fetch?: Fetch;
  /** Makes the fetch of an upload with progress, on a platform that has one. */
  uploadFetch?: (onProgress: (sentBytes: number) => void) => Fetch;
}

/**
 * The adapter of the visitors' port: Supabase, through clients with the publishable key and never a
 * session, so that a signed-in administrator's expired token cannot delay a visitor's submission.
 */
export function createSupabaseBackend({
  url,
  publishableKey,
  fetch = globalThis.fetch,
  uploadFetch = () => fetch,
}: SupabaseOptions): Backend & BookingsBackend {
  const headers = { apikey: publishableKey };
  const connection: Connection = { mayBeClosed: false };

  const ask = <T = never>(
    timeoutMs: number,
    call: (clients: Clients) => Promise<Reply<T>>,
    through = fetch,
  ) => request<T>(through, timeoutMs, (send) => call(partsOf(url, headers, send)), { connection });

  const ensureBucket = createBucketCheck();

  return {
    async uploadResume(file, timeoutMs, onProgress = () => undefined) {
      await ensureBucket('resumes', (call) => ask(timeoutMs, call));
      return classifyUpload(
        await ask(
          timeoutMs,
          (clients) => upload(clients, 'resumes', file, { cacheControl: NOT_CACHED }),
          uploadFetch(onProgress),
        ),
      );
    },

    async insertRecord(table, row, timeoutMs) {
      return classifyInsert(await ask(timeoutMs, (clients) => insert(clients, table, row)));
    },

    async sendAlert(alert, timeoutMs) {
      return classifyAlert(await ask(timeoutMs, (clients) => sendFormEmail(clients, alert)));
    },

    async bookingStates(ids, timeoutMs) {
      const answer = classifyRead(
        await ask(timeoutMs, async ({ rest }) =>
          restReply(await rest.rpc('request_states', { ids: [...ids] }), isStates),
        ),
      );
      // A visitor's request carries no token that could end.
      return answer.outcome === 'signed-out' ? { outcome: 'retry', reason: 'server' } : answer;
    },

    async answerBooking(answer, timeoutMs) {
      const { eventId, bookingId, kind, offerEventId, visit, other } = answer;
      const args = {
        _event_id: eventId,
        _booking_id: bookingId,
        _kind: kind,
        _offer_event_id: offerEventId,
        _day: visit.day,
        _time_slot: visit.slot,
        _other_day: other?.day ?? null,
        _other_slot: other?.slot ?? null,
      };
      return classifyBookingAnswer(
        await ask(timeoutMs, async ({ rest }) =>
          restReply(await rest.rpc('answer_request', args), isAnswerReply<CustomerBooking>),
        ),
      );
    },

    sendAnswerMails: async (bookingId, timeoutMs) =>
      classifyAlert(
        await ask(timeoutMs, (clients) =>
          sendFormEmail(clients, { type: 'booking', data: { id: bookingId } }),
        ),
      ),
  };
}
