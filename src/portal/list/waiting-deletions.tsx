import { useEffect, useRef, useState } from 'react';
import { smallButtonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { focusHeading } from '../../ui/page-change.ts';
import { notify } from '../../ui/toast.ts';
import { useSpaced } from '../../ui/use-spaced.ts';
import type { DeletionTexts } from './deletion-texts.ts';
import type { Deletion } from './use-entity-list.ts';

interface WaitingDeletionsProps {
  waiting: Deletion['waiting'];
  texts: DeletionTexts;
  onUndo: Deletion['undo'];
}

type Waiting = Deletion['waiting'][number];

/** False for an element that is not laid out, as while its screen still loads. */
function isAboveScreen(element: HTMLElement | null): boolean {
  const { height, bottom } = element?.getBoundingClientRect() ?? { height: 0, bottom: 0 };
  return height > 0 && bottom <= 0;
}

const toastOf = (id: string) => `waiting-deletion-${id}`;

/** The pause between two announcements of a progress. */
const PROGRESS_EVERY_MS = 5000;

/**
 * The waiting deletions, each with its cause, its progress if it is long, and Undo. Announces a new
 * one, in the corner if this is above the screen.
 */
export function WaitingDeletions({ waiting, texts, onUndo }: WaitingDeletionsProps) {
  const panel = useRef<HTMLDivElement>(null);
  const known = useRef<ReadonlySet<string>>(new Set(waiting.map(({ id }) => id)));
  const [said, setSaid] = useState('');
  const textOf = ({ count, gone, isLong, canUndo, cause }: Waiting) =>
    isLong && !canUndo ? texts.progress(gone, count, cause) : texts.waiting(count, cause);
  const long = waiting.find(({ isLong, canUndo }) => isLong && !canUndo);
  const progress = useSpaced(long ? textOf(long) : '', PROGRESS_EVERY_MS);
  useEffect(() => {
    const ids = new Set(waiting.map(({ id }) => id));
    for (const id of known.current) if (!ids.has(id)) notify.dismiss(toastOf(id));
    const added = waiting.filter(({ id, canUndo }) => canUndo && !known.current.has(id));
    known.current = ids;
    // The list draws this at each scroll, so the page is measured only for a new deletion.
    if (added.length === 0) return;
    if (!isAboveScreen(panel.current))
      return setSaid(added.map(({ count, cause }) => texts.waiting(count, cause)).join(' '));
    for (const { id, count, cause } of added)
      void notify.info(texts.waiting(count, cause), {
        id: toastOf(id),
        action: { label: 'Undo', onClick: () => void onUndo(id) },
      });
  }, [waiting, texts, onUndo]);

  const undo = async (id: string) => {
    setSaid((await onUndo(id)) ? 'The deletion was undone.' : '');
    // The pressed button is gone.
    focusHeading();
  };

  return (
    <>
      <p role="status" className="sr-only">
        {progress || said}
      </p>
      <div ref={panel} className="empty:hidden">
        {waiting.length > 0 && (
          <ul className="grid divide-y divide-line rounded-2xl border border-warning bg-warning-tint px-4 py-1">
            {waiting.map((deletion) => (
              <li key={deletion.id} className="flex min-h-14 items-center gap-4 py-2">
                <p className="flex min-w-0 flex-1 items-start gap-2.5 text-heading">
                  <Icon name="clock" className="mt-0.5 size-5 text-warning" />
                  <span>{textOf(deletion)}</span>
                </p>
                {deletion.canUndo && (
                  <button
                    type="button"
                    aria-label={`Undo: ${textOf(deletion)}`}
                    className={`${smallButtonClass('secondary')} shrink-0`}
                    onClick={() => void undo(deletion.id)}
                  >
                    Undo
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
