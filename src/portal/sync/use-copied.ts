import type { ReplicaDatabase } from '../../core/store/replica-database.ts';
import { isClosed } from '../../core/store/database.ts';
import { useStored } from '../../runtime/use-stored.ts';
import { useCurrentReplica } from '../../runtime/auth/current-replica.ts';

/**
 * What is read from the signed-in administrator's replica of the lists, and again when that changes; undefined until then, and when
 * there is no replica, or no longer. While the database can't be opened, what was read before stays. `read` is read anew when one of
 * `deps` changes.
 */
export function useCopied<T>(
  read: (replica: ReplicaDatabase, userId: string) => Promise<T>,
  deps: readonly unknown[],
): T | undefined {
  const current = useCurrentReplica();
  const { value, error } = useStored(
    async () => current && { read: await read(current.replica, current.userId) },
    [current, ...deps],
  );
  if (error !== null && !isClosed(error)) throw error;
  // Another tab signed out: this one is about to hear of it.
  return current?.replica.isShut ? undefined : value?.read;
}
