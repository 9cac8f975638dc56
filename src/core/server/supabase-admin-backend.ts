import type { BookingState } from '../domain/booking-events.ts';
import type { Bucket } from '../domain/entities.ts';
import type { MailOutlook } from '../domain/mail-outlook.ts';
import { PAGE_ROWS, type AdminBackend, type ListsState } from './admin-backend.ts';
import {
  isAnswerReply,
  isSettingReply,
  classifyAlert,
  classifyBookingAnswer,
  classifyInsert,
  classifyRemoval,
  classifySetting,
  classifyUpload,
} from './classify-response.ts';
import type { SendResult } from './backend.ts';
import { createPortalCalls, type PortalOptions } from './portal-client.ts';
import * as calls from './supabase-calls.ts';
import type { SupabaseOptions } from './supabase-backend.ts';

const REQUEST_MS = 30_000;
/** The form of the lists' rows that this release reads. */
const ROW_FORM = 2;
const LINK_SECONDS = 3600;
/** A file under a minted path never changes. */
const A_YEAR = '31536000';

const NOTHING_TO_DO: SendResult = { outcome: 'accepted' };

const isBoolean = (data: unknown) => typeof data === 'boolean';
const isRows = <T>(data: unknown): data is T[] => Array.isArray(data);
/** A deletion's answer; an empty one may come from another server. */
const isDeletion = (data: unknown): data is { deleted: number } =>
  typeof (data as { deleted?: unknown } | null)?.deleted === 'number';
/** The answer about the lists, with rows under this name. */
const isOfLists =
  <Name extends string>(name: Name) =>
  (
    data: unknown,
  ): data is ListsState &
    Record<Name, never[]> & { total: number | null; now?: string; mails: MailOutlook | null } => {
    const said = (data ?? {}) as Record<string, unknown>;
    return (
      typeof said.epoch === 'string' && typeof said.rev === 'number' && Array.isArray(said[name])
    );
  };

interface AdminOptions extends PortalOptions, Pick<SupabaseOptions, 'uploadFetch'> {
  /** Shared by the adapters of one session, which check each bucket once between them. */
  checkBucket?: calls.BucketCheck;
}

/**
 * The adapter of the administrators' port: Supabase, through clients that carry the signed-in
 * user's token.
 */
export function createSupabaseAdminBackend(options: AdminOptions): AdminBackend {
  const {
    url,
    checkBucket = calls.createBucketCheck(),
    fetch = globalThis.fetch,
    uploadFetch = () => fetch,
  } = options;
  const { ask, send, question } = createPortalCalls(options, REQUEST_MS);

  const ensureBucket = (bucket: Bucket) =>
    checkBucket(bucket, async (call) => {
      const reply = await ask(call);
      return 'outcome' in reply ? { message: reply.outcome } : reply;
    });

  return {
    isAdmin: () =>
      question(async ({ rest }, userId) =>
        calls.restReply(
          await rest.rpc('has_role', { _user_id: userId, _role: 'admin' }),
          isBoolean,
        ),
      ),

    async uploadPicture(bucket, file, timeoutMs, onProgress = () => undefined) {
      await ensureBucket(bucket);
      const sending = { timeoutMs, through: uploadFetch(onProgress) };
      return send(
        classifyUpload,
        (clients) => calls.upload(clients, bucket, file, { cacheControl: A_YEAR }),
        sending,
      );
    },

    insertRow: (table, row) => send(classifyInsert, (clients) => calls.insert(clients, table, row)),

    async removeFiles(bucket, paths) {
      // Storage refuses an empty list.
      if (paths.length === 0) return NOTHING_TO_DO;
      await ensureBucket(bucket);
      return send(classifyRemoval, async ({ storage }) => {
        const { data, error } = await storage.from(bucket).remove([...paths]);
        return calls.storageResponse(error, Array.isArray(data));
      });
    },

    async deleteRows(table, ids) {
      if (ids.length === 0) return NOTHING_TO_DO;
      const reply = await ask(async ({ rest }) =>
        calls.restReply(
          await rest.rpc('delete_rows', { listed: table, ids: [...ids] }),
          isDeletion,
        ),
      );
      if ('outcome' in reply) return reply;
      const isWordless = reply.status >= 200 && reply.status < 300 && !reply.value;
      return classifyRemoval(isWordless ? { status: 0, notOurServer: true } : reply);
    },

    async withdrawRows(table, ids) {
      if (ids.length === 0) return NOTHING_TO_DO;
      return send(classifyRemoval, async ({ rest }) =>
        calls.restResponse(await rest.rpc('withdraw', { listed: table, ids })),
      );
    },

    async findRows(table, ids) {
      const answer = await question(async ({ rest }) =>
        calls.restReply(await rest.from(table).select('id').in('id', ids), isRows<{ id: string }>),
      );
      return answer.outcome === 'read'
        ? { ...answer, value: answer.value.map(({ id }) => id) }
        : answer;
    },

    readChanges: (after) =>
      question(async ({ rest }) =>
        calls.restReply(
          await rest.rpc('changes', { after, at_most: PAGE_ROWS, _form: ROW_FORM }),
          isOfLists('changes'),
        ),
      ),

    readFirstCopy: ({ part, fromDay, after }) =>
      question(async ({ rest }) => {
        const place = { place_at: after?.at ?? null, place_id: after?.id ?? null };
        const args = { part, from_day: fromDay, ...place, at_most: PAGE_ROWS, _form: ROW_FORM };
        return calls.restReply(await rest.rpc('first_copy', args), isOfLists('rows'));
      }),

    countRows: (table) =>
      question(async ({ rest }) => {
        const asked = rest.from(table).select('*', { count: 'exact', head: true });
        const { count, ...said } = await (table === 'bookings' ? asked.is('series', null) : asked);
        return { ...calls.restResponse(said), ...(count !== null && { value: count }) };
      }),

    async signResumeLink(path) {
      await ensureBucket('resumes');
      return question(async ({ storage }) => {
        const { data, error } = await storage
          .from('resumes')
          .createSignedUrl(path, LINK_SECONDS, { download: true });
        // The client makes a link from any answer.
        const isLink = data?.signedUrl.includes('/object/sign/') === true;
        return {
          ...calls.storageResponse(error, isLink),
          ...(isLink && { value: data.signedUrl }),
        };
      });
    },

    async sendAlert(kind, id) {
      const released = await send(classifyRemoval, async ({ rest }) =>
        calls.restResponse(await rest.rpc('release_alert', { _kind: kind, _id: id })),
      );
      return released.outcome === 'accepted'
        ? send(classifyAlert, (clients) =>
            calls.sendFormEmail(clients, { type: kind, data: { id } }),
          )
        : released;
    },

    async answerBooking(answer) {
      const args = {
        _event_id: answer.eventId,
        _booking_id: answer.bookingId,
        _expected_revision: answer.expectedRevision,
        _kind: answer.kind,
        _day: answer.day,
        _time_slot: answer.time_slot,
        _message: answer.message,
        _every: answer.every ?? null,
        _price_pence: answer.price_pence ?? null,
        _price_per: answer.price_per ?? null,
      };
      const reply = await ask(async ({ rest }) =>
        calls.restReply(await rest.rpc('answer_booking', args), isAnswerReply<BookingState>),
      );
      return 'outcome' in reply ? reply : classifyBookingAnswer(reply);
    },

    async setBooking(setting) {
      const args = {
        _id: setting.id,
        _booking_id: setting.bookingId,
        _field: setting.field,
        _expected: JSON.stringify(setting.expected),
        _value: JSON.stringify(setting.value),
        _for_series: setting.forSeries,
        _expected_revision: setting.expectedRevision ?? null,
      };
      const reply = await ask(async ({ rest }) =>
        calls.restReply(await rest.rpc('set_booking', args), isSettingReply),
      );
      return 'outcome' in reply ? reply : classifySetting(reply);
    },

    sendAnswerMails: (bookingId) =>
      send(classifyAlert, (clients) =>
        calls.sendFormEmail(clients, { type: 'booking', data: { id: bookingId } }),
      ),

    publicUrl: (bucket, path) =>
      calls.partsOf(url, {}, fetch).storage.from(bucket).getPublicUrl(path).data.publicUrl,
  };
}
