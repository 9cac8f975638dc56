import type { CustomerBooking } from '../../../src/core/domain/booking-events.ts';
import type {
  AnswerResult,
  Backend,
  OutgoingFile,
  OutgoingRow,
  BookingsBackend,
  SendResult,
} from '../../../src/core/server/backend.ts';

export const ACCEPTED = { outcome: 'accepted' } as const satisfies SendResult;
const WAS_THERE = { outcome: 'accepted', wasThere: true } as const satisfies SendResult;
export const OFFLINE = { outcome: 'retry', reason: 'offline' } as const satisfies SendResult;
export const NOT_OUR_SERVER = {
  outcome: 'retry',
  reason: 'not-our-server',
} as const satisfies SendResult;
export const SERVER_ERROR = { outcome: 'retry', reason: 'server' } as const satisfies SendResult;
export const TOO_LARGE = { outcome: 'retry', reason: 'too-large' } as const satisfies SendResult;
export const RATE_LIMITED = {
  outcome: 'retry',
  reason: 'rate-limited',
} as const satisfies SendResult;
/** The answer for an alert that another caller has leased. */
export const IN_PROGRESS = {
  outcome: 'retry',
  reason: 'in-progress',
  retryAfterMs: 120_000,
} as const satisfies SendResult;
export const REFUSED = {
  outcome: 'rejected',
  reason: 'invalid',
  message: 'no',
} as const satisfies SendResult;

type Answer = SendResult | 'lost' | (() => Promise<SendResult>);

/**
 * A server in memory that behaves like the real one: it stores an id once. Its next answers can be
 * scripted per call; 'lost' does the work and loses the answer.
 */
export function createFakeBackend() {
  const rows = new Map<string, OutgoingRow>();
  const files = new Map<string, OutgoingFile>();
  const alerts = new Map<string, number>();
  const calls: string[] = [];
  const scripts = { file: [] as Answer[], row: [] as Answer[], email: [] as Answer[] };

  async function answer(script: Answer[], work: () => SendResult): Promise<SendResult> {
    const next = script.shift() ?? ACCEPTED;
    if (typeof next === 'function') return next();
    const done = next === 'lost' || next.outcome === 'accepted' ? work() : next;
    return next === 'lost' ? OFFLINE : done;
  }

  const answers: unknown[] = [];
  /** The next replies to answers; without one it is offline. */
  const replies: AnswerResult<CustomerBooking>[] = [];

  const backend: Backend & BookingsBackend = {
    bookingStates: async () => OFFLINE,
    async answerBooking(given) {
      calls.push(`answer ${given.eventId}`);
      answers.push(given);
      return replies.shift() ?? OFFLINE;
    },
    sendAnswerMails: async (id) => {
      calls.push(`mails ${id}`);
      return SERVER_ERROR;
    },
    uploadResume(file) {
      calls.push(`file ${file.path}`);
      return answer(scripts.file, () => {
        if (!files.has(file.path)) files.set(file.path, file);
        return ACCEPTED;
      });
    },
    insertRecord(_, row) {
      calls.push(`row ${row.id}`);
      return answer(scripts.row, () => {
        if (rows.has(row.id)) return WAS_THERE;
        rows.set(row.id, row);
        return ACCEPTED;
      });
    },
    sendAlert({ data: { id } }) {
      calls.push(`email ${id}`);
      return answer(scripts.email, () => {
        alerts.set(id, (alerts.get(id) ?? 0) + 1);
        return ACCEPTED;
      });
    },
  };
  return { backend, rows, files, alerts, calls, scripts, answers, replies };
}
