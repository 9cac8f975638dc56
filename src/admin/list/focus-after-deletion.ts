import { focusHeading } from '../../ui/use-heading-focus.ts';
import { selectBoxId } from './select-box.tsx';

/** Leads a person who deletes rows on to the next one, else to the one before, else to the page's heading. */
export function focusAfterDeletion(rows: readonly { id: string }[], deleted: ReadonlySet<string>): void {
  const last = rows.findLastIndex(({ id }) => deleted.has(id));
  const next = rows[last + 1] ?? rows.findLast(({ id }) => !deleted.has(id));
  // The dialog that asked has to be gone first: it keeps the focus inside.
  requestAnimationFrame(() => {
    const box = next && document.getElementById(selectBoxId(next.id));
    if (box) box.focus();
    else focusHeading();
  });
}
