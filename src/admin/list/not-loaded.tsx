import type { Entity } from '../../core/domain/entities.ts';
import { syncNow } from '../../runtime/portal/sync.ts';
import { useSyncState } from '../../runtime/portal/sync-state.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { ListNotice } from './list-notice.tsx';

/** Stands in for a list of which nothing is on this device yet: it is not empty, it is not known. */
export function NotLoaded({ entity }: { entity: Entity }) {
  const { isOffline } = useSyncState();
  return (
    <ListNotice>
      <p>{isOffline ? 'This list is not on this device yet. It loads when there is a connection.' : 'This list could not be loaded.'}</p>
      <button type="button" className={smallButtonClass('secondary')} onClick={() => void syncNow([entity])}>
        Try again
      </button>
    </ListNotice>
  );
}
