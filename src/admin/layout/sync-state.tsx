import { format, isToday } from 'date-fns';
import { useSync, type Sync } from '../../runtime/portal/use-sync.ts';
import { useWaitingCount } from '../../runtime/portal/use-waiting-count.ts';
import { useOnline } from '../../runtime/use-online.ts';
import { Icon } from '../../ui/icon.tsx';
import { changesText } from './changes-text.ts';

/** How fresh the lists are, and what waits to be sent. */
export function SyncState() {
  const sync = useSync();
  const isOnline = useOnline();
  const waiting = useWaitingCount();
  const trouble = troubleText(sync, isOnline);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm max-sm:order-last max-sm:w-full">
      {waiting > 0 && (
        <p className={`${chipClass} bg-info-tint text-info`}>
          <Icon name="clock" className="size-4" />
          {changesText(waiting)} to send
        </p>
      )}
      <div role="status" className="empty:hidden">
        {trouble && (
          <p className={`${chipClass} bg-warning-tint text-warning`}>
            <Icon name="alert" className="size-4" />
            {trouble}
          </p>
        )}
      </div>
      {!trouble && <p className="text-muted">{sync.syncedAt === null ? 'Not synced yet' : `Synced ${timeText(sync.syncedAt)}`}</p>}
    </div>
  );
}

const chipClass = 'flex items-center gap-1.5 rounded-full px-3 py-1 font-semibold';

/** What keeps the lists from being up to date; null when nothing does. */
function troubleText({ isOffline, failure, syncedAt }: Sync, isOnline: boolean): string | null {
  if (isOffline || !isOnline) return syncedAt === null ? 'Offline, no lists yet' : `Offline, as of ${timeText(syncedAt)}`;
  return failure;
}

const timeText = (at: number) => format(at, isToday(at) ? 'HH:mm' : 'MMM dd, HH:mm');
