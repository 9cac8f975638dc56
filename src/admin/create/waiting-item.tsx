import type { WaitingCreation } from '../../core/outbox/pending.ts';
import { useSentBytes } from '../../runtime/uploads.ts';
import { FileProgress } from '../../ui/file-progress.tsx';
import { describeCreation } from './describe-creation.ts';
import { refusalText } from './refusal-text.ts';
import { useWaitingPicture } from './use-waiting-picture.ts';
import { WaitingActions } from './waiting-actions.tsx';
import { WaitingStateBadge } from './waiting-state.tsx';

/** Something new that is not yet on the server: what it is, where it stands, and what can be done about it. */
export function WaitingItem({ waiting }: { waiting: WaitingCreation }) {
  const { id, creation, file, state, attention } = waiting;
  const { title, detail } = describeCreation(creation);
  const picture = useWaitingPicture(id, file?.type ?? null);
  const sentBytes = useSentBytes(id);

  return (
    <li className="flex gap-4 rounded-2xl border border-line bg-surface p-3 shadow-card sm:p-4">
      {file && (
        <div className="size-20 shrink-0 overflow-hidden rounded-xl bg-line sm:size-24">
          {picture && <img src={picture} alt="" className="size-full object-cover" />}
        </div>
      )}
      <div className="grid min-w-0 flex-1 content-start gap-1 wrap-anywhere">
        <WaitingStateBadge state={state} />
        <p className="line-clamp-2 font-semibold text-heading">{title}</p>
        <p className="line-clamp-2 text-sm text-muted">{detail}</p>
        {attention && <p className="text-sm">{refusalText(attention)}</p>}
        {state === 'sending' && file && <FileProgress name={file.name} size={file.size} sentBytes={sentBytes} />}
        {state !== 'sending' && <WaitingActions waiting={waiting} title={title} />}
      </div>
    </li>
  );
}
