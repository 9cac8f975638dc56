import { changeKind } from '../../core/changes/change-kind.ts';
import { createChangeStore, type ChangeStore } from '../../core/changes/change-store.ts';
import { DEVICE } from '../../core/outbox/deliver.ts';
import { flush, type FlushOptions } from '../../core/outbox/run.ts';
import { currentCopy } from '../auth/current-copy.ts';
import { administrator } from '../auth/use-auth.ts';
import { createFlusher } from '../outbox/flusher.ts';
import { db } from '../outbox/outbox.ts';
import { noteUpload } from '../outbox/uploads.ts';
import { adminBackendOf } from './portal-server.ts';

/** Sends what is due of a user's changes, from this page. */
export const flushChanges = (userId: string, store: ChangeStore, options: FlushOptions) =>
  flush(changeKind(store, { backend: adminBackendOf(userId), now: DEVICE.now, onUpload: noteUpload }), DEVICE, options);

/** Sends what the signed-in administrator did. Pages alone do this: the worker has no token. */
export const changeFlusher = createFlusher(async (options) => {
  const user = administrator();
  if (!user) return { waiting: [], nextInMs: null };
  return flushChanges(user.id, createChangeStore(db, user.id, currentCopy()?.copy ?? null), options);
});
