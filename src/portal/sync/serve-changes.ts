import { changeKinds } from '../../core/changes/kinds.ts';
import { adminBackendOf } from '../../runtime/auth/portal-server.ts';
import { administrator, currentReplica } from '../../runtime/auth/session.ts';
import { serveUser } from '../../runtime/outbox.ts';
import { noteUpload } from '../../runtime/uploads.ts';
import { preparePicture } from '../create/prepare-picture.ts';

/** Lets this page's flushes send the signed-in administrator's changes. */
export function serveChanges(): void {
  const kinds = changeKinds({
    backendOf: adminBackendOf,
    replicaOf: (userId) => {
      const current = currentReplica();
      return current?.userId === userId ? current.replica : null;
    },
    preparePicture,
    onUpload: noteUpload,
  });
  serveUser(kinds, () => administrator()?.id ?? null);
}
