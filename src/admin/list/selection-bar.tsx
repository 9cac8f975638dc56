import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { buttonClass } from '../../ui/shell/button.ts';
import { focusHeading } from '../../ui/shell/page-change.ts';
import type { DeletionTexts } from './deletion-texts.ts';
import { selectBoxId } from './entity-grid.tsx';
import type { Selection } from './use-entity-list.ts';

/** Leads a person who deletes rows on to the next one, else to the one before, else to the page's heading. */
function focusAfterDeletion(rows: readonly { id: string }[], deleted: ReadonlySet<string>): void {
  const last = rows.findLastIndex(({ id }) => deleted.has(id));
  const next = rows[last + 1] ?? rows.findLast(({ id }) => !deleted.has(id));
  // The dialog that asked has to be gone first: it keeps the focus inside.
  requestAnimationFrame(() => {
    const box = next && document.getElementById(selectBoxId(next.id));
    if (box) box.focus();
    else focusHeading();
  });
}

interface SelectionBarProps {
  /** Those shown. */
  rows: readonly { id: string }[];
  selection: Selection;
  texts: DeletionTexts;
  onDelete: () => void;
}

/** Ticks every row that is shown, and deletes the ticked ones after asking. Its button floats: a list may be long. */
export function SelectionBar({ rows, selection: { ids, toggleAll }, texts, onDelete }: SelectionBarProps) {
  const [asking, setAsking] = useState(false);
  const count = ids.size;

  return (
    <div className="flex min-h-11 items-center">
      <label className="inline-flex min-h-11 cursor-pointer items-center gap-3 pr-2 pl-2.5 text-sm font-semibold text-heading">
        <input
          type="checkbox"
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && count < rows.length;
          }}
          checked={count > 0 && count === rows.length}
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
          Delete Selected ({count})
        </button>
      )}
      <ConfirmDialog
        open={asking}
        title={texts.title}
        confirmLabel="Delete"
        onConfirm={() => {
          onDelete();
          focusAfterDeletion(rows, ids);
        }}
        onClose={() => setAsking(false)}
      >
        <p>{texts.question(count)}</p>
      </ConfirmDialog>
    </div>
  );
}
