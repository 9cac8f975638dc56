import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Entity } from '../../core/domain/entities.ts';
import type { RowOf } from '../../core/server/admin-backend.ts';
import type { ReadRows } from '../../core/sync/read-replica.ts';
import { whenIdle } from '../../ui/use-idle.ts';
import type { ListScreen } from '../list/list-screen.ts';
import { readShownRows } from '../sync/read-all-rows.ts';
import type { Rows } from '../sync/use-rows.ts';
import { ListSheet, MOST_ROWS } from './print-list.tsx';
import { PrintSheet, useClosedSheet } from './print-sheet.tsx';

/** How long a list has to be unchanged before its rows are read for paper. */
const CALM_MS = 500;
const NOT_READ =
  'Not all of this list was read yet: print again in a few seconds for the other rows.';

type ShownRows<E extends Entity> = Extract<Rows<E>, { status: 'ready' }>;

interface PagePrintProps<E extends Entity> {
  screen: ListScreen<E>;
  list: ShownRows<E>;
  /** An order other than newest first. */
  read: ReadRows<E> | undefined;
}

/** Prints the whole list in place of the page when the browser itself prints. */
export function PagePrint<E extends Entity>({ screen, list, read }: PagePrintProps<E>) {
  const rows = useReadyRows(screen.entity, list, read);
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  useClosedSheet(isOpen, close);

  const open = useEffectEvent(() => {
    // A button's sheet takes precedence over the list.
    if (!document.querySelector('.print-sheet')) flushSync(() => setOpen(true));
  });
  useEffect(() => {
    const print = () => open();
    addEventListener('beforeprint', print);
    return () => removeEventListener('beforeprint', print);
  }, []);

  if (!isOpen) return null;
  const count = list.tally?.matches ?? list.ids.length;
  return (
    <PrintSheet>
      <ListSheet
        screen={screen}
        rows={rows ?? list.rows}
        count={count}
        tally={list.tally}
        isWhole={list.isComplete}
        note={rows ? undefined : NOT_READ}
      />
    </PrintSheet>
  );
}

/**
 * The rows of a list for paper, read in advance because a printing browser does not wait; null
 * until read.
 */
function useReadyRows<E extends Entity>(
  entity: E,
  { ids, rows, hasMore, firstGroupHasMore = false, filtered }: ShownRows<E>,
  read: ReadRows<E> | undefined,
): readonly RowOf<E>[] | null {
  const isRead = !hasMore && !firstGroupHasMore && rows.length === ids.length;
  const [ready, setReady] = useState<{ ids: typeof ids; rows: RowOf<E>[] } | null>(null);
  useEffect(() => {
    if (isRead) return;
    let stop: (() => void) | undefined;
    let left = false;
    const order = read ? { read, filtered } : null;
    const readRows = async () => {
      const rows = await readShownRows(entity, { order, ids, limit: MOST_ROWS });
      if (!left) setReady({ ids, rows });
    };
    const timer = setTimeout(() => {
      // Until the rows are read, and if reading fails, the sheet says that rows are missing.
      stop = whenIdle(() => void readRows().catch(() => undefined));
    }, CALM_MS);
    return () => {
      left = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [entity, ids, filtered, read, isRead]);
  if (isRead) return rows;
  return ready?.ids === ids ? ready.rows : null;
}
