import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Entity } from '../../core/domain/entities.ts';
import type { ListScreen } from '../list/list-screen.ts';
import type { ListView } from '../list/use-entity-list.ts';
import { ListSheet } from './print-list.tsx';
import { PrintSheet, useClosedSheet } from './print-sheet.tsx';

interface PagePrintProps<E extends Entity> {
  screen: ListScreen<E>;
  list: Extract<ListView<E>, { status: 'ready' }>;
}

/** Prints the list, under the screen's headings, in place of the page when the browser itself prints. */
export function PagePrint<E extends Entity>({ screen, list }: PagePrintProps<E>) {
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
  const { readPaper, tally, isComplete } = list;
  return (
    <PrintSheet>
      <ListSheet
        screen={screen}
        paper={readPaper()}
        total={tally?.total ?? null}
        isComplete={isComplete}
      />
    </PrintSheet>
  );
}
