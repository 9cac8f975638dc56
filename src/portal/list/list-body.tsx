import { useEffect, useLayoutEffect, useRef, type ComponentType, type ReactNode } from 'react';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import type { Entity } from '../../core/domain/entities.ts';
import { useSyncState } from '../sync/sync.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { passFocusOn } from '../../ui/page-change.ts';
import { syncText } from '../causes.ts';
import { syncAndSay } from '../layout/sync-status.tsx';
import { DELETION_TEXTS } from './deletion-texts.ts';
import { rowElementId } from './list-address.ts';
import type { SelectionCommandsProps } from './list-screen.ts';
import { RowKeysHint } from './row-keys-hint.tsx';
import { SelectAll, SelectionBar } from './selection-bar.tsx';
import type { EntityList } from './use-entity-list.ts';
import type { Elements } from '../../ui/elements.ts';

interface ListHeaderProps {
  title: string;
  subtitle: string;
  /** The commands of the list as a whole. */
  action?: Elements;
  /** The button that adds a row, if another action has the title's line on a phone. */
  add?: Elements;
}

export function ListHeader({ title, subtitle, action, add }: ListHeaderProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
      {/* On a phone the action shares the title's line. */}
      <div className="max-sm:contents grow basis-40 wide:flex wide:flex-wrap wide:items-baseline wide:gap-x-4">
        <h1 className="text-3xl font-extrabold">{title}</h1>
        <p
          className={`text-muted max-sm:order-last ${add ? 'max-sm:flex-1 max-[24rem]:basis-full' : 'max-sm:basis-full'}`}
        >
          {subtitle}
        </p>
      </div>
      {action}
      {add && <div className="max-sm:order-last">{add}</div>}
    </header>
  );
}

/** The text in place of an empty list. */
export function ListNotice({ children }: { children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 rounded-2xl border border-dashed border-control px-5 py-12 text-center text-lg font-semibold text-heading">
      {children}
    </div>
  );
}

const NOT_LOADED = 'This list could not be loaded.';

/** Placeholders for a list without rows on this device yet: unknown, not empty. */
function NotLoaded() {
  const { failure, isSyncing } = useSyncState();
  return (
    <ListNotice>
      <p>{failure ? `This list is not on this device yet. ${syncText(failure)}` : NOT_LOADED}</p>
      <button
        ref={passFocusOn}
        type="button"
        aria-disabled={isSyncing}
        className={smallButtonClass('secondary')}
        onClick={() => isSyncing || void syncAndSay()}
      >
        Try again
      </button>
    </ListNotice>
  );
}

interface ShowMoreProps {
  /** How many rows are shown. */
  shown: number;
  onMore: () => void;
}

/** Shows more rows when the list's end comes near the screen, or at the press of a button. */
function ShowMore({ shown, onMore }: ShowMoreProps) {
  const button = useRef<HTMLButtonElement>(null);
  const more = useRef(onMore);
  useEffect(() => {
    more.current = onMore;
  });

  // Observed again for each number of rows: the end may still be near after fifty more.
  useEffect(() => {
    const observer = new IntersectionObserver(
      // A busy page gets several at once: the last one holds.
      (entries) => entries.at(-1)?.isIntersecting && more.current(),
      { rootMargin: '400px' },
    );
    if (button.current) observer.observe(button.current);
    return () => observer.disconnect();
  }, [shown]);

  return (
    <button
      ref={button}
      type="button"
      onClick={onMore}
      className={`${smallButtonClass('secondary')} self-center`}
    >
      Show more
    </button>
  );
}

const topOf = (rowId: string) =>
  document.getElementById(rowElementId(rowId))?.getBoundingClientRect().top;

/** Keeps the first row in place once rows are shown above it. Call the function before that. */
function useHeldRow(first: string | undefined): () => void {
  const held = useRef<{ id: string; top: number } | null>(null);
  useLayoutEffect(() => {
    if (!held.current) return;
    const { id, top } = held.current;
    held.current = null;
    scrollBy({ top: (topOf(id) ?? top) - top, behavior: 'instant' });
  }, [first]);
  return () => {
    const top = first === undefined ? undefined : topOf(first);
    if (first !== undefined && top !== undefined) held.current = { id: first, top };
  };
}

interface ListBodyProps<E extends Entity> {
  entity: E;
  entityList: EntityList<E>;
  /** Shown until the list's initial sync has ended. */
  loading: Elements;
  empty: ReactNode;
  /** Commands for the selected rows, besides deleting them. */
  SelectionCommands?: ComponentType<SelectionCommandsProps<E>> | undefined;
  DeletionNotice?: ComponentType<SelectionCommandsProps<E>> | undefined;
  /** Leaves out the checkbox for all rows on a phone. */
  isBrief?: boolean;
  children: (rows: readonly ReplicaRow<E>[]) => Elements;
}

/** The rows with their commands, or the content in their place. */
export function ListBody<E extends Entity>({
  entity,
  entityList,
  loading,
  empty,
  SelectionCommands,
  DeletionNotice,
  isBrief = false,
  children,
}: ListBodyProps<E>) {
  const { list, isBusy, selection, selected, deleteSelected } = entityList;
  const holdRow = useHeldRow(list.status === 'ready' ? list.shown[0]?.id : undefined);
  if (list.status === 'loading') return loading;
  const { rows, shown, all, hasAbove, hasBelow, isComplete } = list;
  if (all.length === 0 && !isBusy)
    return isComplete ? <ListNotice>{empty}</ListNotice> : <NotLoaded />;
  const selecting = { selection, count: selected.length };
  return (
    <>
      <div className={`flex ${isBrief ? 'max-sm:hidden' : ''}`}>
        <SelectAll {...selecting} total={rows.length} isBusy={isBusy} />
      </div>
      {hasAbove && (
        <button
          ref={passFocusOn}
          type="button"
          onClick={() => {
            holdRow();
            entityList.showAbove();
          }}
          className={`${smallButtonClass('secondary')} self-center`}
        >
          Show rows above
        </button>
      )}
      <RowKeysHint />
      <div
        aria-busy={isBusy}
        // A search that ends within the delay dims nothing.
        className={isBusy ? 'opacity-50 transition-opacity delay-150' : undefined}
      >
        {children(shown)}
      </div>
      <SelectionBar
        {...selecting}
        shown={shown}
        texts={DELETION_TEXTS[entity]}
        onDelete={() => void deleteSelected()}
        commands={
          SelectionCommands && <SelectionCommands rows={selected} onDone={selection.clear} />
        }
        notice={DeletionNotice && ((onDone) => <DeletionNotice rows={selected} onDone={onDone} />)}
      />
      {hasBelow && <ShowMore shown={shown.length} onMore={entityList.showBelow} />}
    </>
  );
}
