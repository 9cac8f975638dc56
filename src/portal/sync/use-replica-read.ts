import type { ReplicaDatabase } from '../../core/store/replica-database.ts';
import { isClosed } from '../../core/store/database.ts';
import { useStored } from '../../runtime/use-stored.ts';
import { useCurrentReplica } from '../../runtime/auth/use-auth.ts';

/**
 * The result of `read` on the signed-in administrator's replica, read again when the replica or one
 * of `deps` changes. Undefined before that, and without a replica. The earlier result stays while
 * the database cannot be opened.
 */
export function useReplicaRead<T>(
  read: (replica: ReplicaDatabase, userId: string) => Promise<T>,
  deps: readonly unknown[],
): T | undefined {
  const current = useCurrentReplica();
  const { value, error } = useStored(
    async () => current && { read: await read(current.replica, current.userId) },
    [current, ...deps],
  );
  if (error !== null && !isClosed(error)) throw error;
  // Another tab signed out, and this one is about to learn of it.
  return current?.replica.isShut ? undefined : value?.read;
}
