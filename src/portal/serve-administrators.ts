import { ADMIN_MUTATIONS } from '../core/mutations/administrators.ts';
import { adminBackendOf } from '../runtime/auth/portal-server.ts';
import { administrator, currentReplica } from '../runtime/auth/session.ts';
import { serveUser } from '../runtime/outbox.ts';
import { noteUpload } from '../runtime/uploads.ts';
import { preparePicture } from './create/prepare-picture.ts';

/** Lets this page's flushes send the signed-in administrator's entries. */
export function serveAdministrators(): void {
  serveUser(
    ADMIN_MUTATIONS,
    {
      backendOf: adminBackendOf,
      replicaOf: (userId) => {
        const current = currentReplica();
        return current?.userId === userId ? current.replica : null;
      },
      preparePicture,
      onUpload: noteUpload,
    },
    () => administrator()?.id ?? null,
  );
}
