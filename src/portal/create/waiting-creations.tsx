import { useCallback, useId } from 'react';
import type { WaitingAddition } from '../../core/mutations/addition.ts';
import type { CreatedEntity } from '../../core/domain/creation.ts';
import { useRead } from '../../runtime/use-read.ts';
import { useSentBytes } from '../../runtime/uploads.ts';
import { readWaitingFile, useWaitingAdditions } from '../list/use-waiting.ts';
import { FileProgress } from '../../ui/file-progress.tsx';
import { LocalPicture } from '../../ui/local-picture.tsx';
import { describeCreation } from './describe-creation.ts';
import { SENDING_TEXTS, WaitingBar } from './waiting-bar.tsx';

/** The picture that waits with a creation; null before it is read, and without one. */
function useWaitingFile({ id, file }: WaitingAddition): Blob | null {
  const type = file?.type ?? null;
  // An unreadable picture has no preview; its loss is announced when it is sent.
  const read = useCallback(async () => {
    const bytes = type === null ? null : await readWaitingFile(id);
    return bytes && type !== null ? new Blob([bytes], { type }) : null;
  }, [id, type]);
  return useRead(read).value;
}

/** An addition that the server does not have yet, with its picture. */
function WaitingItem({ waiting }: { waiting: WaitingAddition }) {
  const { id, creation, file, isPrepared, state } = waiting;
  const { title, detail } = describeCreation(creation);
  const picture = useWaitingFile(waiting);
  const sentBytes = useSentBytes(id);

  return (
    // Takes the focus when its buttons disappear.
    <li
      tabIndex={-1}
      className="flex gap-4 rounded-2xl border border-dashed border-control bg-surface p-4"
    >
      {file && (
        <div className="size-20 shrink-0 overflow-hidden rounded-xl bg-line sm:size-24">
          {picture && <LocalPicture picture={picture} className="size-full" />}
        </div>
      )}
      <div className="grid min-w-0 flex-1 content-start gap-1.5 wrap-anywhere">
        <h3 dir="auto" className="line-clamp-2 leading-snug font-bold">
          {title}
        </h3>
        <p dir="auto" className="line-clamp-2 text-sm text-muted">
          {detail}
        </p>
        <WaitingBar waiting={waiting} name={title} />
        {state === 'sending' && isPrepared && file && (
          <div className="text-sm">
            <FileProgress name={file.name} size={file.size} sentBytes={sentBytes} />
          </div>
        )}
      </div>
    </li>
  );
}

/** The additions to a list that the server does not have yet. Nothing without any. */
export function WaitingAdditions({ entity }: { entity: CreatedEntity }) {
  const waiting = useWaitingAdditions(entity);
  const headingId = useId();
  const texts = SENDING_TEXTS[entity];
  if (waiting.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="grid gap-3">
      <div>
        <h2 id={headingId} className="text-xl font-bold">
          {`${texts.waiting} (${waiting.length})`}
        </h2>
        <p className="text-sm text-muted">
          {`On this device only, until it is ${texts.done} automatically.`}
        </p>
      </div>
      <ul className="grid gap-3 wide:grid-cols-2">
        {waiting.map((item) => (
          <WaitingItem key={item.id} waiting={item} />
        ))}
      </ul>
    </section>
  );
}
