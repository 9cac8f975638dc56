import type { AdminMutation, AdminPorts } from '../core/mutations/admin-mutation.ts';
import type { VisitorMutation, VisitorPorts } from '../core/mutations/visitor-mutation.ts';
import { VISITOR_MUTATIONS } from '../core/mutations/visitors.ts';
import { DEVICE } from '../core/outbox/deliver.ts';
import { createMemoryQueue } from '../core/outbox/memory-queue.ts';
import type { Mutations } from '../core/outbox/mutation.ts';
import { createQueue } from '../core/outbox/queue.ts';
import type { Backend, BookingsBackend, SendResult, Undecided } from '../core/server/backend.ts';
import { noteStates } from './booking-states.ts';
import { db } from './database.ts';
import { env } from './env.ts';
import { after } from './listeners.ts';
import { createPageOutbox } from './page-outbox.ts';
import { askToPersistOnce } from './storage.ts';
import { noteUpload, uploadFetch } from './uploads.ts';
import { requestSync } from './worker.ts';

let backend: Promise<Backend & BookingsBackend> | undefined;

/**
 * Loads the code that sends, which a page without a request or a touched form does not need.
 * Rejects when its file cannot be fetched; the next call fetches it again.
 */
export function loadBackend(): Promise<Backend & BookingsBackend> {
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
  request: (backend: Backend & BookingsBackend) => Promise<T>,
): Promise<T | Undecided> => {
  const loaded = await loadBackend().catch(() => null);
  return loaded ? request(loaded) : NOT_LOADED;
};

export const backendWhenNeeded: Backend & BookingsBackend = {
  uploadResume: (...request) => send((loaded) => loaded.uploadResume(...request)),
  insertRecord: (...request) => send((loaded) => loaded.insertRecord(...request)),
  sendAlert: (...request) => send((loaded) => loaded.sendAlert(...request)),
  bookingStates: (...request) => send((loaded) => loaded.bookingStates(...request)),
  answerBooking: (...request) => send((loaded) => loaded.answerBooking(...request)),
  sendAnswerMails: (...request) => send((loaded) => loaded.sendAnswerMails(...request)),
};

const mutations: Mutations<VisitorMutation> = { ...VISITOR_MUTATIONS };
const ports: VisitorPorts = {
  backend: backendWhenNeeded,
  onState: (id, known) => noteStates(new Map([[id, known]])),
  place: 'page',
  onUpload: noteUpload,
};
let ownerOf: () => string | null = () => null;

/** Makes this page send the signed-in user's entries too, with their mutations' ports. */
export function serveUser(
  more: Mutations<AdminMutation>,
  adminPorts: AdminPorts,
  userId: () => string | null,
): void {
  Object.assign(mutations, more);
  Object.assign(ports, adminPorts);
  ownerOf = userId;
}

/** This page's outbox: visitors' entries, and those of the signed-in user. */
export const outbox = createPageOutbox({
  db,
  queue: createQueue(db, () => ownerOf()),
  memory: createMemoryQueue(),
  mutations,
  ports,
  device: DEVICE,
  locks: globalThis.navigator?.locks,
  after,
  requestSync: (id) => void requestSync(id),
  askToPersist: askToPersistOnce,
});
