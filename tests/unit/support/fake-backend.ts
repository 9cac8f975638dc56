import type { Backend, OutgoingFile, OutgoingRecord, SendResult } from '../../../src/core/backend/backend.ts';

export const ACCEPTED = { outcome: 'accepted' } as const satisfies SendResult;
export const OFFLINE = { outcome: 'retry', reason: 'offline' } as const satisfies SendResult;
export const FOREIGN = { outcome: 'retry', reason: 'foreign' } as const satisfies SendResult;
export const SERVER_ERROR = { outcome: 'retry', reason: 'server' } as const satisfies SendResult;
export const RATE_LIMITED = { outcome: 'retry', reason: 'rate-limited' } as const satisfies SendResult;
export const REFUSED = { outcome: 'rejected', reason: 'invalid', message: 'no' } as const satisfies SendResult;

type Answer = SendResult | 'lost' | (() => Promise<SendResult>);

/**
 * A server in memory with the real one's manners: the same id is stored once. Its next answers can be scripted per
 * call; 'lost' does the work and loses the answer.
 */
export function createFakeBackend() {
  const rows = new Map<string, OutgoingRecord>();
  const files = new Map<string, OutgoingFile>();
  const alerts = new Map<string, number>();
  const calls: string[] = [];
  const scripts = { file: [] as Answer[], row: [] as Answer[], email: [] as Answer[] };

  async function answer(script: Answer[], work: () => void): Promise<SendResult> {
    const next = script.shift() ?? ACCEPTED;
    if (typeof next === 'function') return next();
    if (next === 'lost' || next.outcome === 'accepted') work();
    return next === 'lost' ? OFFLINE : next;
  }

  const backend: Backend = {
    uploadResume(file) {
      calls.push(`file ${file.path}`);
      return answer(scripts.file, () => files.set(file.path, file));
    },
    insertRecord(record) {
      calls.push(`row ${record.id}`);
      return answer(scripts.row, () => rows.has(record.id) || rows.set(record.id, record));
    },
    sendAlert(record) {
      calls.push(`email ${record.id}`);
      return answer(scripts.email, () => alerts.set(record.id, (alerts.get(record.id) ?? 0) + 1));
    },
  };
  return { backend, rows, files, alerts, calls, scripts };
}

export type FakeBackend = ReturnType<typeof createFakeBackend>;
