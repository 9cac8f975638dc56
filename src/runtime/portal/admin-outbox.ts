import type { AdminDeliveryDeps } from '../../core/outbox/admin-delivery.ts';
import { createAdminQueue } from '../../core/outbox/admin-queue.ts';
import { DEVICE } from '../../core/outbox/attempt.ts';
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
  const deps: AdminDeliveryDeps = {
    ...DEVICE,
    queue: createAdminQueue(db, user.id),
    backend: adminBackendOf(user.id),
    onUpload: noteUpload,
    onDecided: (entry, decision) => announceDecision({ entry, decision }),
  };
  return flushAdmin(deps, options);
});
