import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

const CONTROLS = 'a[href], button:enabled, input:enabled';

/** A row's visible controls, in order. */
const controlsOf = (row: HTMLElement): HTMLElement[] =>
  [...row.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => control.getClientRects().length > 0,
  );

/**
 * Keeps the controls of a list's rows out of the tab order, except those of the entered row, in
 * which a control has the focus.
 */
function useTabOrder(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current: element } = list;
    if (!element) return;
    let entered: Element | null = null;
    const order = (within: Element) => {
      for (const control of within.querySelectorAll<HTMLElement>('a, button, input')) {
        const tabIndex = entered?.contains(control) ? 0 : -1;
        if (control.tabIndex !== tabIndex) control.tabIndex = tabIndex;
      }
    };
    const enter = (target: EventTarget | null) => {
      const row =
        target instanceof Element && element.contains(target) ? target.closest('li') : null;
      const left = entered;
      entered = row === target ? null : row;
      if (left && left !== entered) order(left);
      if (entered && left !== entered) order(entered);
    };
    const onFocusIn = ({ target }: FocusEvent) => enter(target);
    const onFocusOut = ({ relatedTarget }: FocusEvent) => enter(relatedTarget);
    order(element);
    element.addEventListener('focusin', onFocusIn);
    element.addEventListener('focusout', onFocusOut);
    const observer = new MutationObserver(() => order(element));
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener('focusin', onFocusIn);
      element.removeEventListener('focusout', onFocusOut);
      observer.disconnect();
    };
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

/** The id of the hint that describes the keys. A screen with rows has one. */
export const ROW_KEYS_HINT = 'row-keys';

/**
 * The keys of a list: one tab stop, and in an entered row its controls; ↓ and ↑ move from row to
 * row, and into the following list.
 */
export function useRowKeys(ids: readonly string[]) {
  const list = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState<string | null>(null);
  const entry = active !== null && ids.includes(active) ? active : ids[0];
  useTabOrder(list);

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
    listKeys: { ref: list, onKeyDown, 'aria-describedby': ROW_KEYS_HINT },
    rowKeys: (id: string) => ({
      'data-row': true,
      tabIndex: id === entry ? 0 : -1,
      onFocus: () => setActive(id),
    }),
  };
}
