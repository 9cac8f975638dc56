import { syncNow } from '../../runtime/portal/sync.ts';
import { useSyncState } from '../../runtime/portal/sync-state.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';

/** Brings every list up to date. */
export function SyncButton() {
  const { isSyncing } = useSyncState();
  return (
    <button
      type="button"
      aria-disabled={isSyncing}
      className={`${smallButtonClass('secondary')} whitespace-nowrap`}
      onClick={() => isSyncing || void syncNow()}
    >
      <Icon name="send" className={`size-4 ${isSyncing ? 'motion-safe:animate-spin' : ''}`} />
      Sync now
    </button>
  );
}
