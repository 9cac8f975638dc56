import { format, isToday } from 'date-fns';
import { syncNow } from '../../runtime/portal/sync.ts';
import { useSync, type Sync } from '../../runtime/portal/use-sync.ts';
import { useWaitingCount } from '../../runtime/portal/use-waiting-count.ts';
import { useOnline } from '../../runtime/use-online.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { changesText } from './changes-text.ts';

/** How fresh the lists are, what waits to be sent, and the button that brings both up to date. */
export function SyncStrip() {
  const sync = useSync();
  const isOnline = useOnline();
  const waiting = useWaitingCount();
  const trouble = troubleText(sync, isOnline);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm whitespace-nowrap max-sm:w-full">
      {waiting > 0 && (
        <p className="flex items-center gap-1.5 rounded-full bg-info-tint px-3 py-1 font-semibold text-info">
          <Icon name="clock" className="size-4" />
          {changesText(waiting)} to send
        </p>
      )}
      <div role="status" className="empty:hidden">
        {trouble && (
          <p className="flex items-center gap-1.5 rounded-full bg-warning-tint px-3 py-1 font-semibold text-warning">
            <Icon name="alert" className="size-4" />
            {trouble}
          </p>
        )}
      </div>
      {!trouble && <p className="text-muted">{sync.syncedAt === null ? 'Not synced yet' : `Synced ${timeText(sync.syncedAt)}`}</p>}
      <button
        type="button"
        aria-disabled={sync.isSyncing}
        className={`${smallButtonClass('secondary')} max-sm:ml-auto`}
        onClick={() => sync.isSyncing || void syncNow()}
      >
        <Icon name="send" className={`size-4 ${sync.isSyncing ? 'motion-safe:animate-spin' : ''}`} />
        Sync now
      </button>
    </div>
  );
}

/** What keeps the lists from being up to date; null when nothing does. */
function troubleText({ isOffline, failure, syncedAt }: Sync, isOnline: boolean): string | null {
  if (isOffline || !isOnline) return syncedAt === null ? 'Offline, no lists yet' : `Offline, as of ${timeText(syncedAt)}`;
  return failure;
}

const timeText = (at: number) => format(at, isToday(at) ? 'HH:mm' : 'MMM dd, HH:mm');
