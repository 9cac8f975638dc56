import { useState } from 'react';
import { buttonClass } from '../../ui/button.ts';
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
