import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

const CONTROLS = 'a[href], button:enabled, input:enabled';

/** A row's visible controls, in order. */
const controlsOf = (row: HTMLElement): HTMLElement[] =>
  [...row.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => control.getClientRects().length > 0,
  );

/**
 * Removes the controls of a list's rows from the tab order: Enter and the arrow keys lead to them.
 */
function useUntabbedControls(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current: element } = list;
    if (!element) return;
    const untab = () => {
      for (const control of element.querySelectorAll<HTMLElement>('a, button, input'))
        if (control.tabIndex !== -1) control.tabIndex = -1;
    };
    untab();
    const observer = new MutationObserver(untab);
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [list]);
}

/**
 * The row in which a key was pressed; null for a key with a modifier, a key that was handled, and
 * one in a menu over the page.
 */
function rowOfKey(event: KeyboardEvent<HTMLElement>): HTMLElement | null {
  const { target, currentTarget, defaultPrevented } = event;
  if (defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
    return null;
  return target instanceof Element && currentTarget.contains(target) ? target.closest('li') : null;
}

/**
 * Enter and → lead from a row to its first control, → and ← from control to control, Escape back to
 * the row. True for a handled key.
 */
function moveWithinRow(event: KeyboardEvent<HTMLElement>, row: HTMLElement): boolean {
  const next = placeWithinRow(event.key, event.target as HTMLElement, row);
  if (!next) return false;
  event.preventDefault();
  next.focus();
  return true;
}

function placeWithinRow(key: string, target: HTMLElement, row: HTMLElement): HTMLElement | null {
  const controls = controlsOf(row);
  if (target === row) return key === 'Enter' || key === 'ArrowRight' ? (controls[0] ?? null) : null;
  const place = controls.indexOf(target);
  if (key === 'Escape' || (key === 'ArrowLeft' && place === 0)) return row;
  if (key === 'ArrowLeft') return controls[place - 1] ?? null;
  return key === 'ArrowRight' ? (controls[place + 1] ?? null) : null;
}

const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * The keys of a list: one tab stop; ↓ and ↑ move from row to row, and into
 * the following list.
 */
export function useRowKeys(ids: readonly string[]) {
  const list = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState<string | null>(null);
  const entry = active !== null && ids.includes(active) ? active : ids[0];
  useUntabbedControls(list);

  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const row = rowOfKey(event);
    if (!row || moveWithinRow(event, row)) return;
    const step = STEPS[event.key];
    const rows = [...document.querySelectorAll<HTMLElement>('main li[data-row]')];
    const next = step === undefined ? undefined : rows[rows.indexOf(row) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  return {
    listKeys: { ref: list, onKeyDown },
    rowKeys: (id: string) => ({
      'data-row': true,
      tabIndex: id === entry ? 0 : -1,
      onFocus: () => setActive(id),
    }),
  };
}
