import { useLiveQuery } from 'dexie-react-hooks';
import { isShut, type CopyDatabase } from '../../core/store/copy-database.ts';
import { useCurrentCopy } from '../auth/current-copy.ts';

/**
 * What is read from the signed-in administrator's copy of the lists, and again when that changes; undefined until then, and when
 * there is no copy, or no longer. `read` is read anew when one of `deps` changes.
 */
export function useCopied<T>(
  read: (copy: CopyDatabase, userId: string) => Promise<T>,
  deps: readonly unknown[],
): T | undefined {
  const current = useCurrentCopy();
  return useLiveQuery(async () => {
    if (!current) return undefined;
    try {
      return await read(current.copy, current.userId);
    } catch (error) {
      // Another tab signed out: this one is about to hear of it.
      if (isShut(error)) return undefined;
      throw error;
    }
  }, [current, ...deps]);
}
