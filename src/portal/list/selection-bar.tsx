import { useState } from 'react';
import type { Ids } from '../../core/domain/ids.ts';
import type { RowSelection } from '../../core/domain/selection.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { buttonClass } from '../../ui/button.ts';
import { focusHeading } from '../../ui/page-change.ts';
import type { DeletionTexts } from './deletion-texts.ts';
import { selectBoxId } from './entity-grid.tsx';
import type { Selection } from './use-entity-list.ts';

/** Leads a person who deletes rows on to the next one, else to the one before, else to the page's heading. */
function focusAfterDeletion(
  ids: Ids,
  deleted: RowSelection,
  focusBox: (rowId: string) => void,
): void {
  const last = deleted.lastPlaceIn(ids);
  const next = ids.at(last + 1) ?? deleted.unselected(ids, last);
  // The dialog that asked has to be gone first: it keeps the focus inside.
  requestAnimationFrame(() => (next === undefined ? focusHeading() : focusBox(next)));
}

/** Focuses the checkbox of a row that is drawn, else the page's heading. */
function focusDrawnBox(rowId: string): void {
  const box = document.getElementById(selectBoxId(rowId));
  if (box) box.focus();
  else focusHeading();
}

interface SelectionBarProps {
  /** Those shown. */
  ids: Ids;
  selection: Selection;
  texts: DeletionTexts;
  onDelete: () => void;
  /** Focuses a row's checkbox, where not all that are shown are drawn. */
  focusBox?: ((rowId: string) => void) | undefined;
}

/** Ticks every row that is shown, and deletes the selected ones after asking. Its button floats: a list may be long. */
export function SelectionBar({
  ids: shown,
  selection: { selectedRows, count, toggleAll },
  texts,
  onDelete,
  focusBox = focusDrawnBox,
}: SelectionBarProps) {
  const [asking, setAsking] = useState(false);

  return (
    <div className="flex min-h-11 items-center">
      <label className="inline-flex min-h-11 cursor-pointer items-center gap-3 pr-2 pl-2.5 text-sm font-semibold text-heading">
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
      {count > 0 && (
        <button
          type="button"
          className={`${buttonClass('danger')} fixed right-[max(1rem,env(safe-area-inset-right))] bottom-[max(1rem,env(safe-area-inset-bottom))] z-10 shadow-float lg:right-8`}
          onClick={() => setAsking(true)}
        >
          {`Delete Selected (${count})`}
        </button>
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
    </div>
  );
}
