import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { buttonClass } from '../../ui/button.ts';
import { focusHeading } from '../../ui/page-change.ts';
import type { Elements } from '../../ui/elements.ts';
import type { DeletionTexts } from './deletion-texts.ts';
import { selectBoxId } from './entity-grid.tsx';
import type { Rows, Selection } from './use-entity-list.ts';

/** After a deletion, focuses the next row, else the one before, else the page's heading. */
function focusAfterDeletion(
  rows: Rows,
  deleted: ReadonlySet<string>,
  focusBox: (rowId: string) => void,
): void {
  const last = rows.findLastIndex(({ id }) => deleted.has(id));
  const next = rows[last + 1] ?? rows.slice(0, last).findLast(({ id }) => !deleted.has(id));
  // The dialog has to be removed first: it traps the focus.
  requestAnimationFrame(() => (next === undefined ? focusHeading() : focusBox(next.id)));
}

/** Focuses a drawn row's checkbox, else the page's heading. */
function focusDrawnBox(rowId: string): void {
  const box = document.getElementById(selectBoxId(rowId));
  if (box) box.focus();
  else focusHeading();
}

/** SPEC.md's question says that nothing can be undone, which holds once it is sent. */
const UNDOABLE =
  'Without a connection it waits on this device, and you can undo it until it is sent.';

interface SelectionProps {
  /** The rows shown. */
  rows: Rows;
  selection: Selection;
}

interface SelectAllProps extends SelectionProps {
  /** The rows are not those of the current search yet. */
  isBusy: boolean;
}

/** Selects every row that is shown. */
export function SelectAll({
  rows: shown,
  selection: { count, toggleAll },
  isBusy,
}: SelectAllProps) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center has-disabled:cursor-default has-disabled:opacity-60 gap-3 pr-2 pl-2.5 text-sm font-semibold text-heading lg:min-h-9 lg:pointer-coarse:min-h-11">
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < shown.length;
        }}
        checked={count > 0 && count === shown.length}
        disabled={isBusy}
        onChange={toggleAll}
        className="size-6 cursor-[inherit] accent-brand"
      />
      Select all shown
    </label>
  );
}

interface SelectionBarProps extends SelectionProps {
  texts: DeletionTexts;
  onDelete: () => void;
  /** Other commands for the selected rows. */
  commands?: Elements;
  /** Focuses a row's checkbox in a list that draws only some rows. */
  focusBox?: ((rowId: string) => void) | undefined;
}

/** Keeps messages above the bar, whose height depends on its commands. */
function raiseMessages(bar: HTMLElement | null) {
  if (!bar) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty('--toast-room', `calc(var(--portal-bar) + ${bar.offsetHeight}px)`),
  );
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--toast-room');
  };
}

/**
 * Deletes the selected rows after asking. It follows the rows, so that it is the next tab stop
 * after a checkbox, and sticks to the screen's bottom while rows continue below. At the list's end
 * it covers none of them.
 */
export function SelectionBar({
  rows: shown,
  selection: { selectedRows, count },
  texts,
  onDelete,
  commands,
  focusBox = focusDrawnBox,
}: SelectionBarProps) {
  const [asking, setAsking] = useState(false);

  return (
    <>
      {count > 0 && (
        <div
          ref={raiseMessages}
          className="sticky bottom-[calc(var(--portal-bar)+max(0.75rem,env(safe-area-inset-bottom)))] z-8 flex w-fit flex-wrap justify-end gap-1.5 self-end rounded-[2rem] border border-line bg-surface p-1.5 shadow-float print:hidden"
        >
          {commands}
          <button type="button" className={buttonClass('danger')} onClick={() => setAsking(true)}>
            {`Delete Selected (${count})`}
          </button>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        title={texts.title}
        confirmLabel="Delete"
        onConfirm={() => {
          onDelete();
          focusAfterDeletion(shown, selectedRows, focusBox);
        }}
        onClose={() => setAsking(false)}
      >
        <p>{texts.question(count)}</p>
        <p>{UNDOABLE}</p>
      </ConfirmDialog>
    </>
  );
}
