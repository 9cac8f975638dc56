import { changeKind } from '../../core/changes/change-kind.ts';
import { createChangeStore } from '../../core/changes/change-store.ts';
import { DEVICE } from '../../core/outbox/deliver.ts';
import { flush } from '../../core/outbox/run.ts';
import { currentCopy } from '../auth/current-copy.ts';
import { administrator } from '../auth/use-auth.ts';
import { createFlusher } from '../outbox/flusher.ts';
import { db } from '../outbox/outbox.ts';
import { noteUpload } from '../outbox/uploads.ts';
import { adminBackendOf } from './portal-server.ts';

/** Sends what the signed-in administrator did. Pages alone do this: the worker has no token. */
export const changeFlusher = createFlusher(async (options) => {
  const user = administrator();
  if (!user) return { waiting: [], nextInMs: null };
  const deps = { backend: adminBackendOf(user.id), now: DEVICE.now, onUpload: noteUpload };
  return flush(changeKind(createChangeStore(db, user.id, currentCopy()?.copy ?? null), deps), DEVICE, options);
});
