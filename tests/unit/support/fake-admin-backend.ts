import type { OfficeAnswer } from '../../../src/core/domain/answers.ts';
import { isSameValue } from '../../../src/core/domain/booking-settings.ts';
import type {
  AdminBackend,
  ReadResult,
  SettingResult,
  SettingState,
} from '../../../src/core/server/admin-backend.ts';
import {
  withAnswer,
  type BookingEvent,
  type BookingState,
} from '../../../src/core/domain/booking-events.ts';
import type { AnswerResult, SendResult, SignedOut } from '../../../src/core/server/backend.ts';
import type { AnswerRefusal, RetryReason } from '../../../src/core/domain/reasons.ts';
import { closedError } from './broken-store.ts';
import { ACCEPTED, OFFLINE } from './fake-backend.ts';

export const SIGNED_OUT: SignedOut = { outcome: 'signed-out' };

/** A scripted fault: the call's failure, or an event on the server just before it is served. */
type Fault =
  | { outcome: 'retry'; reason: RetryReason; retryAfterMs?: number }
  | SignedOut
  | { outcome: 'rejected'; reason: 'invalid'; message: string }
  /** The server does the work, and its answer is lost. */
  | 'lost'
  | (() => void | Promise<unknown>);

type Call =
  | 'isAdmin'
  | 'uploadPicture'
  | 'insertRow'
  | 'removeFiles'
  | 'deleteRows'
  | 'findRows'
  | 'answerBooking'
  | 'setBooking';

const PUBLIC = new Set<string>(['careers', 'gallery_images', 'testimonials']);

const unasked = () => Promise.reject(new Error('The outbox has no business with this call'));

/**
 * A server in memory that behaves like the real one: it stores an id once, and refuses
 * non-administrators silently where the real one does. Faults of the next calls can be scripted,
 * and the device can be killed before or after a numbered call.
 */
export function createFakeAdminBackend() {
  /** `table/id` and `bucket/path`. */
  const rows = new Map<string, Record<string, unknown>>();
  const files = new Map<string, ArrayBuffer>();
  const calls: string[] = [];
  const bookings = new Map<string, BookingState>();
  /** The kinds of the answers that were added, by id. */
  const events = new Map<string, OfficeAnswer>();
  /** The last answers to bookings, by `bookings/id`. */
  const lastAnswers = new Map<string, Omit<BookingEvent, 'id' | 'actor' | 'created_at'>>();
  /** The present values of settings, by `bookings/id field`. */
  const settings = new Map<string, SettingState>();
  /** The ids of the settings that were stored. */
  const changes = new Set<string>();
  const scripts: Record<Call, Fault[]> = {
    isAdmin: [],
    uploadPicture: [],
    insertRow: [],
    removeFiles: [],
    deleteRows: [],
    findRows: [],
    answerBooking: [],
    setBooking: [],
  };
  const server = {
    rows,
    files,
    calls,
    scripts,
    /** The states of bookings, by `bookings/id`. */
    bookings,
    events,
    lastAnswers,
    settings,
    changes,
    /** The bookings whose mails were asked for. */
    mailed: [] as string[],
    isAdmin: true,
    /** Refuses withdrawals silently, although the role is valid. */
    keepsRows: false,
    /**
     * The number of a call, from 0, and whether the device dies before the server receives it or
     * after the work.
     */
    kill: null as { call: number; when: 'before' | 'after' } | null,
  };

  const dieIf = (when: 'before' | 'after', call: number) => {
    if (server.kill?.call !== call || server.kill.when !== when) return;
    server.kill = null;
    throw closedError('killed');
  };

  type Served<R> = Promise<R | Exclude<Fault, 'lost' | (() => unknown)>>;

  async function serve<
    R extends SendResult | ReadResult<unknown> | AnswerResult<BookingState> | SettingResult,
  >(call: Call, what: string, work: () => R): Served<R> {
    const number = calls.push(what) - 1;
    dieIf('before', number);
    const fault = scripts[call].shift();
    if (typeof fault === 'function') await fault();
    else if (fault && fault !== 'lost') return fault;
    const result = work();
    if (fault === 'lost') return OFFLINE;
    dieIf('after', number);
    return result;
  }

  const backend: AdminBackend = {
    isAdmin: () => serve('isAdmin', 'role', () => ({ outcome: 'read', value: server.isAdmin })),
    uploadPicture: (bucket, { path, bytes }, _timeoutMs, onProgress) =>
      serve('uploadPicture', `upload ${bucket}/${path}`, () => {
        onProgress?.(bytes.byteLength);
        files.set(`${bucket}/${path}`, bytes);
        return ACCEPTED;
      }),
    insertRow: (table, row) =>
      serve('insertRow', `insert ${table}/${row.id}`, () => {
        const key = `${table}/${row.id}`;
        if (!rows.has(key)) rows.set(key, row);
        return ACCEPTED;
      }),
    removeFiles: (bucket, paths) =>
      serve('removeFiles', `files ${paths.length}`, () => {
        if (server.isAdmin) for (const path of paths) files.delete(`${bucket}/${path}`);
        return ACCEPTED;
      }),
    deleteRows: (table, ids) =>
      serve('deleteRows', `rows ${ids.length}`, () => {
        if (!server.isAdmin)
          return {
            outcome: 'rejected',
            reason: 'forbidden',
            message: 'Only administrators can delete rows of the lists.',
          };
        for (const id of ids) rows.delete(`${table}/${id}`);
        return ACCEPTED;
      }),
    withdrawRows: (table, ids) =>
      serve('deleteRows', `withdraw ${ids.length}`, () => {
        if (server.isAdmin && !server.keepsRows)
          for (const id of ids) rows.delete(`${table}/${id}`);
        return ACCEPTED;
      }),
    findRows: (table, ids) =>
      serve('findRows', `find ${ids.length}`, () => ({
        outcome: 'read',
        value:
          server.isAdmin || PUBLIC.has(table) ? ids.filter((id) => rows.has(`${table}/${id}`)) : [],
      })),
    publicUrl: (bucket, path) => `https://files.example/${bucket}/${path}`,
    readChanges: unasked,
    readFirstCopy: unasked,
    countRows: unasked,
    signResumeLink: unasked,
    sendAlert: unasked,
    answerBooking: ({
      eventId,
      bookingId,
      expectedRevision,
      kind,
      day,
      time_slot: slot,
      message,
    }) =>
      serve('answerBooking', `answer ${bookingId}`, (): AnswerResult<BookingState> => {
        const key = `bookings/${bookingId}`;
        const state = bookings.get(key);
        const refused = (reason: AnswerRefusal) =>
          ({ outcome: 'rejected', reason, message: reason, state: state ?? null }) as const;
        if (!state) return refused('gone');
        if (events.has(eventId)) return { outcome: 'accepted', state };
        if (state.rev !== expectedRevision) {
          const last = lastAnswers.get(key);
          return last?.kind === kind && last.day === day && last.time_slot === slot
            ? { outcome: 'accepted', state, standing: { message: last?.message ?? null } }
            : refused('changed');
        }
        events.set(eventId, kind);
        lastAnswers.set(key, { kind, day, time_slot: slot, message });
        const answered = withAnswer(state, 'office', { kind, day, time_slot: slot });
        const next = { ...answered, rev: state.rev + 1 };
        bookings.set(key, next);
        return { outcome: 'accepted', state: next };
      }),
    setBooking: ({ id, bookingId, field, expected, value, expectedRevision }) =>
      serve('setBooking', `set ${field} of ${bookingId}`, (): SettingResult => {
        const key = `bookings/${bookingId}`;
        const booking = bookings.get(key);
        if (!booking) return { outcome: 'rejected', reason: 'gone', message: 'gone', state: null };
        const state = settings.get(`${key} ${field}`) ?? {
          value: field === 'crew' ? [] : null,
          rev: 0,
        };
        const isExpected =
          expectedRevision === undefined
            ? isSameValue(state.value, expected)
            : state.rev <= expectedRevision;
        if (changes.has(id) || isSameValue(state.value, value))
          return { outcome: 'accepted', state: { ...state, rev: booking.rev } };
        if (!isExpected)
          return { outcome: 'rejected', reason: 'changed', message: 'changed', state };
        changes.add(id);
        const rev = booking.rev + 1;
        bookings.set(key, { ...booking, rev });
        settings.set(`${key} ${field}`, { value, rev });
        return { outcome: 'accepted', state: { value, rev } };
      }),
    sendAnswerMails: (bookingId) => {
      server.mailed.push(bookingId);
      return Promise.resolve(OFFLINE);
    },
  };
  return Object.assign(server, { backend });
}
