import { createAdminQueue } from '../../core/outbox/admin-queue.ts';
import { flushAdmin } from '../../core/outbox/flush-admin.ts';
import { administrator } from '../auth/auth.ts';
import { createFlusher } from '../flusher.ts';
import { db } from '../outbox.ts';
import { noteUpload } from '../uploads.ts';
import { adminBackendOf } from './admin-backend.ts';
import { announceDecision } from './decisions.ts';

/** Sends what the signed-in administrator did. Pages alone do this: the worker has no token. */
export const adminFlusher = createFlusher(async (options) => {
  const user = administrator();
  if (!user) return { waiting: [], nextInMs: null };
  const deps = {
    queue: createAdminQueue(db, user.id),
    backend: adminBackendOf(user.id),
    now: Date.now,
    random: Math.random,
    isOffline: () => !navigator.onLine,
    onUpload: noteUpload,
    onDecided: (entry, decision) => announceDecision({ entry, decision }),
  } satisfies Parameters<typeof flushAdmin>[0];
  return flushAdmin(deps, options);
});
