import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { buttonClass } from '../../ui/button.ts';
import { countText } from '../../ui/count-text.ts';
import { focusHeading } from '../../ui/page-change.ts';
import { publishHeight } from '../../ui/publish-height.ts';
import type { Elements } from '../../ui/elements.ts';
import type { DeletionTexts } from './deletion-texts.ts';
import { selectBoxId } from './entity-grid.tsx';
import type { Rows, Selection } from './use-entity-list.ts';

/** After a deletion, focuses the next row, else the one before, else the page's heading. */
function focusAfterDeletion(rows: Rows, deleted: ReadonlySet<string>): void {
  const last = rows.findLastIndex(({ id }) => deleted.has(id));
  const next = rows[last + 1] ?? rows.slice(0, last).findLast(({ id }) => !deleted.has(id));
  // The dialog has to be removed first: it traps the focus.
  requestAnimationFrame(() => {
    const box = next && document.getElementById(selectBoxId(next.id));
    if (box) box.focus();
    else focusHeading();
  });
}

/** SPEC.md's question says that nothing can be undone, which holds once it is sent. */
const UNDOABLE =
  'Without a connection it waits on this device, and you can undo it until it is sent.';

interface SelectAllProps {
  selection: Selection;
  count: number;
  /** The number of rows that the list grows to. */
  total: number;
  /** The rows are not those of the current search yet. */
  isBusy: boolean;
}

/** Selects every row of the list, those that it has not grown to too. */
export function SelectAll({ selection, count, total, isBusy }: SelectAllProps) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center has-disabled:cursor-default has-disabled:opacity-60 gap-3 pr-2 pl-2.5 text-sm font-semibold text-heading wide:min-h-9 wide:pointer-coarse:min-h-11">
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < total;
        }}
        checked={count > 0 && count === total}
        disabled={isBusy || total === 0}
        onChange={selection.toggleAll}
        className="size-6 cursor-[inherit] accent-brand"
      />
      <span>{`Select all (${countText(total)})`}</span>
    </label>
  );
}

interface SelectionBarProps {
  shown: Rows;
  selection: Selection;
  count: number;
  texts: DeletionTexts;
  onDelete: () => void;
  /** Other commands for the selected rows. */
  commands?: Elements;
  /** A notice in the dialog that deletes them; `onDone` closes the dialog. */
  notice?: ((onDone: () => void) => Elements) | undefined;
}

/** Messages stay above the bar, whose height depends on its commands. */
const publishBar = publishHeight('--selection-bar');

/**
 * Deletes the selected rows after asking. It follows the rows, so that it is the next tab stop
 * after a checkbox, and sticks to the screen's bottom while rows continue below. At the list's end
 * it covers none of them.
 */
export function SelectionBar({
  shown,
  selection,
  count,
  texts,
  onDelete,
  commands,
  notice,
}: SelectionBarProps) {
  const [asking, setAsking] = useState(false);

  return (
    <>
      {count > 0 && (
        <div
          ref={publishBar}
          className="sticky bottom-[calc(var(--portal-bar)+max(0.75rem,env(safe-area-inset-bottom)))] z-8 flex w-fit flex-wrap items-center justify-end gap-1.5 self-end rounded-[2rem] border border-line bg-surface p-1.5 shadow-float print:hidden"
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
          focusAfterDeletion(shown, selection.selectedRows);
        }}
        onClose={() => setAsking(false)}
      >
        <p>{texts.question(count)}</p>
        <p>{UNDOABLE}</p>
        {notice?.(() => setAsking(false))}
      </ConfirmDialog>
    </>
  );
}
