import type { Backend, RequestsBackend, SendResult, Undecided } from '../core/server/backend.ts';
import type { ChangeWaitCause } from '../core/domain/reasons.ts';
import { waitCause } from '../core/outbox/backoff.ts';
import { DEVICE } from '../core/outbox/deliver.ts';
import { rateLimitIn, type Kinds } from '../core/outbox/kind.ts';
import { flush } from '../core/outbox/flush.ts';
import { visitorKinds } from '../core/submissions/kinds.ts';
import { env } from './env.ts';
import { createFlusher } from './flusher.ts';
import { queue, serveOwner } from './queue.ts';
import { noteStates } from './request-states.ts';
import { noteUpload, uploadFetch } from './uploads.ts';

let backend: Promise<Backend & RequestsBackend> | undefined;

/**
 * Loads the code that sends, which a page without a request or a touched form does not need.
 * Rejects when its file cannot be fetched; the next call fetches it again.
 */
export function loadBackend(): Promise<Backend & RequestsBackend> {
  backend ??= import('../core/server/supabase-backend.ts').then(
    ({ createSupabaseBackend }) =>
      createSupabaseBackend({
        url: env.supabaseUrl,
        publishableKey: env.publishableKey,
        uploadFetch,
      }),
    (error: unknown) => {
      backend = undefined;
      throw error;
    },
  );
  return backend;
}

const NOT_LOADED: Undecided = { outcome: 'retry', reason: 'offline' };

/** Without its code nothing can be sent, as without a connection. */
const send = async <T = SendResult>(
  request: (backend: Backend & RequestsBackend) => Promise<T>,
): Promise<T | Undecided> => {
  const loaded = await loadBackend().catch(() => null);
  return loaded ? request(loaded) : NOT_LOADED;
};

export const backendWhenNeeded: Backend & RequestsBackend = {
  uploadResume: (...request) => send((loaded) => loaded.uploadResume(...request)),
  insertRecord: (...request) => send((loaded) => loaded.insertRecord(...request)),
  sendAlert: (...request) => send((loaded) => loaded.sendAlert(...request)),
  requestStates: (...request) => send((loaded) => loaded.requestStates(...request)),
  answerRequest: (...request) => send((loaded) => loaded.answerRequest(...request)),
  sendAnswerMails: (...request) => send((loaded) => loaded.sendAnswerMails(...request)),
};

const visitors = visitorKinds({
  backend: backendWhenNeeded,
  onState: (id, known) => noteStates(new Map([[id, known]])),
  place: 'page',
  onUpload: noteUpload,
});
let kinds = visitors;

/** Sends the signed-in user's entries too; `more` are their kinds. */
export function serveUser(more: Kinds, ownerOf: () => string | null): void {
  kinds = { ...visitors, ...more };
  serveOwner(ownerOf);
}

/** The flushes of this page. */
export const flusher = createFlusher((options) => flush({ queue, kinds, device: DEVICE }, options));

export const requestFlush = flusher.request;

/**
 * Sends the entries in this page's memory at once: a person waits for them, and another tab may
 * hold the lock for minutes. Never rejects.
 */
export async function flushMemory(): Promise<void> {
  const list = async () => (await queue.list()).filter(({ id }) => queue.memory.has(id));
  await flush({ queue: { ...queue, list }, kinds, device: DEVICE }, { eager: true }).catch(
    (error: unknown) => console.warn('Not sent from memory:', error),
  );
}

/** Why an entry waits; null before a failure, and when the device cannot read it. */
export async function readCause(id: string): Promise<ChangeWaitCause | null> {
  const entries = await queue.list().catch(() => []);
  const entry = entries.find((one) => one.id === id);
  return entry ? waitCause(entry, entries, rateLimitIn(kinds), Date.now()) : null;
}
