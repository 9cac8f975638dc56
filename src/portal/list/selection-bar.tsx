import { useState } from 'react';
import type { Ids } from '../../core/domain/ids.ts';
import type { RowSelection } from '../../core/domain/selection.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { buttonClass } from '../../ui/button.ts';
import { focusHeading } from '../../ui/page-change.ts';
import type { DeletionTexts } from './deletion-texts.ts';
import { selectBoxId } from './entity-grid.tsx';
import type { Selection } from './use-entity-list.ts';

/** After a deletion, focuses the next row, else the one before, else the page's heading. */
function focusAfterDeletion(
  ids: Ids,
  deleted: RowSelection,
  focusBox: (rowId: string) => void,
): void {
  const last = deleted.lastPlaceIn(ids);
  const next = ids.at(last + 1) ?? deleted.unselected(ids, last);
  // The dialog has to be removed first: it traps the focus.
  requestAnimationFrame(() => (next === undefined ? focusHeading() : focusBox(next)));
}

/** Focuses a drawn row's checkbox, else the page's heading. */
function focusDrawnBox(rowId: string): void {
  const box = document.getElementById(selectBoxId(rowId));
  if (box) box.focus();
  else focusHeading();
}

interface SelectAllProps {
  /** The rows shown. */
  ids: Ids;
  selection: Selection;
}

/** Selects every row that is shown. */
export function SelectAll({ ids: shown, selection: { count, toggleAll } }: SelectAllProps) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-3 pr-2 pl-2.5 text-sm font-semibold text-heading lg:min-h-9 lg:pointer-coarse:min-h-11">
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < shown.length;
        }}
        checked={count > 0 && count === shown.length}
        onChange={toggleAll}
        className="size-6 cursor-pointer accent-brand"
      />
      Select all shown
    </label>
  );
}

interface SelectionBarProps extends SelectAllProps {
  texts: DeletionTexts;
  onDelete: () => void;
  /** Focuses a row's checkbox in a list that draws only some rows. */
  focusBox?: ((rowId: string) => void) | undefined;
}

/**
 * Deletes the selected rows after asking. It follows the rows, so that it is the next tab stop
 * after a checkbox, and sticks to the screen's bottom while rows continue below. At the list's end
 * it covers none of them.
 */
export function SelectionBar({
  ids: shown,
  selection: { selectedRows, count },
  texts,
  onDelete,
  focusBox = focusDrawnBox,
}: SelectionBarProps) {
  const [asking, setAsking] = useState(false);

  return (
    <>
      {count > 0 && (
        <div className="sticky bottom-[calc(var(--portal-bar)+max(0.75rem,env(safe-area-inset-bottom)))] z-8 w-fit self-end rounded-full border border-line bg-surface p-1.5 shadow-float print:hidden">
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
      </ConfirmDialog>
    </>
  );
}
