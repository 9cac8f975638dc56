import { format, isToday } from 'date-fns';
import { useState } from 'react';
import { isOffline, type Sync, syncByHand, useSync, useSyncState } from '../sync/sync.ts';
import { useWaiting } from '../list/use-waiting.ts';
import { countText } from '../../ui/count-text.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { notify } from '../../ui/toast.ts';
import { useSlow } from '../../ui/use-slow.ts';
import { syncText } from '../causes.ts';
import { isListToasted } from '../list/fetch-failure.ts';
import { AttentionLink } from './attention-link.tsx';

/** `1 change`, `3 changes`. */
export const changesText = (count: number) => (count === 1 ? '1 change' : `${count} changes`);

/** Syncs every list, and says so. */
export const syncAndSay = (): Promise<void> =>
  syncByHand((failure) => {
    void notify.error('The lists could not be synced', {
      id: 'sync',
      description: syncText(failure),
    });
  });

export function SyncButton() {
  const { isSyncing } = useSyncState();
  return (
    <button
      type="button"
      // Not disabled: a press during a sync starts another one.
      aria-busy={isSyncing}
      className={`${smallButtonClass('secondary')} whitespace-nowrap max-sm:-mr-2 max-sm:min-h-11 max-sm:min-w-11 max-sm:border-transparent max-sm:px-0`}
      onClick={() => void syncAndSay()}
    >
      <Icon
        name="send"
        className={`size-5 sm:size-4 ${isSyncing ? 'motion-safe:animate-spin' : ''}`}
      />
      <span className="max-sm:sr-only">Sync now</span>
    </button>
  );
}

/** The age of the lists, and the number of waiting changes. */
export function SyncStatus() {
  const sync = useSync();
  const { count, refused } = useWaiting();
  const waiting = count - refused;
  const isSlow = useSlow(sync.isSyncing && !sync.progress);
  const trouble = troubleText(sync) ?? (isSlow ? 'The server has not answered yet' : null);
  const announced = useAnnounced(trouble, sync);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm max-sm:gap-y-0 max-sm:text-xs max-sm:leading-tight">
      <AttentionLink
        className={`${chipClass} bg-danger-tint text-danger sm:pointer-coarse:min-h-11 max-sm:-my-3.5 max-sm:py-3.5 max-sm:underline`}
      />
      {waiting > 0 && (
        <p className={`${chipClass} bg-info-tint text-info`}>
          <Icon name="clock" className="size-4" />
          <span>{`${changesText(waiting)} to send`}</span>
        </p>
      )}
      {trouble && (
        <p className={`${chipClass} bg-warning-tint text-warning`}>
          <Icon name="alert" className="size-4" />
          <span>{trouble}</span>
        </p>
      )}
      {!trouble && <p className="text-muted tabular-nums">{stateText(sync)}</p>}
      <p role="status" className="sr-only">
        {announced}
      </p>
    </div>
  );
}

/** The text to announce: a new trouble that no toast announces, or the success of a sync by hand. */
function useAnnounced(trouble: string | null, sync: Sync): string {
  const { failure, isByHand, isSyncing } = sync;
  const [last, setLast] = useState({ trouble, isByHand, text: '' });
  if (last.trouble !== trouble || last.isByHand !== isByHand) {
    const isNew = trouble !== null && trouble !== last.trouble;
    const isToasted = isByHand || (failure !== null && isListToasted(failure));
    setLast({ trouble, isByHand, text: isNew && !isToasted ? trouble : '' });
  }
  const isDone = isByHand && !isSyncing && failure === null;
  return isDone ? stateText(sync) : last.text;
}

/** Coloured words, with a background where there is room. */
const chipClass =
  'flex items-center gap-1.5 rounded-full font-semibold max-sm:bg-transparent sm:px-3 sm:py-1';

/** Why the lists are out of date; null while they are not. */
function troubleText(sync: Sync): string | null {
  const { failure, syncedAt, progress } = sync;
  if (!isOffline(sync)) return failure && syncText(failure);
  if (progress) return 'Offline, lists incomplete';
  return syncedAt === null ? 'Offline, no lists yet' : `Offline, ${asOfText(syncedAt)}`;
}

function stateText({ syncedAt, progress }: Sync): string {
  if (!progress) return syncedAt === null ? 'Not synced yet' : `Synced ${timeText(syncedAt)}`;
  const { rows, of } = progress;
  return of === null
    ? `Loading the lists: ${countText(rows)} so far`
    : `Loading the lists: ${countText(rows)} of ${countText(of)}`;
}

/** The age of rows that the server does not confirm: `as of 09:12`. */
export const asOfText = (at: number) => `as of ${timeText(at)}`;

const timeText = (at: number) => format(at, isToday(at) ? 'HH:mm' : 'd MMM, HH:mm');
