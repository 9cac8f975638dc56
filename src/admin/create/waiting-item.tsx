import type { WaitingCreation } from '../../core/outbox/pending.ts';
import { useSentBytes } from '../../runtime/uploads.ts';
import { FileProgress } from '../../ui/file-progress.tsx';
import { LocalPicture } from '../../ui/local-picture.tsx';
import { describeCreation } from './describe-creation.ts';
import { useWaitingFile } from './use-waiting-file.ts';
import { WaitingBar } from './waiting-bar.tsx';

/** Something new that is not yet on the server, with its picture. */
export function WaitingItem({ waiting }: { waiting: WaitingCreation }) {
  const { id, creation, file, state } = waiting;
  const { title, detail } = describeCreation(creation);
  const picture = useWaitingFile(id, file?.type ?? null);
  const sentBytes = useSentBytes(id);

  return (
    <li className="flex gap-4 rounded-2xl border border-dashed border-control bg-surface p-4">
      {file && (
        <div className="size-20 shrink-0 overflow-hidden rounded-xl bg-line sm:size-24">
          {picture && <LocalPicture picture={picture} className="size-full" />}
        </div>
      )}
      <div className="grid min-w-0 flex-1 content-start gap-1.5 wrap-anywhere">
        <h3 className="line-clamp-2 leading-snug font-bold">{title}</h3>
        <p className="line-clamp-2 text-sm text-muted">{detail}</p>
        <WaitingBar waiting={waiting} name={title} />
        {state === 'sending' && file && (
          <div className="text-sm">
            <FileProgress name={file.name} size={file.size} sentBytes={sentBytes} />
          </div>
        )}
      </div>
    </li>
  );
}
