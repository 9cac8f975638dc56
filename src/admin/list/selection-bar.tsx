import { useState } from 'react';
import { smallButtonClass } from '../../ui/button.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { DeletionTexts } from './deletion-texts.ts';
import { focusAfterDeletion } from './focus-after-deletion.ts';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps {
  /** Those shown. */
  rows: readonly { id: string }[];
  selection: Selection;
  texts: DeletionTexts;
  onDelete: () => void;
}

/** Ticks every row that is shown, and deletes the ticked ones after asking. */
export function SelectionBar({ rows, selection: { ids, toggleAll }, texts, onDelete }: SelectionBarProps) {
  const [asking, setAsking] = useState(false);
  const count = ids.size;

  return (
    <div className="sticky top-0 z-10 flex min-h-14 flex-wrap items-center justify-between gap-x-2 bg-ground py-1">
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
        <span>
          Select all<span className="max-sm:sr-only"> shown</span>
        </span>
      </label>
      {count > 0 && (
        <button type="button" className={smallButtonClass('danger')} onClick={() => setAsking(true)}>
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
