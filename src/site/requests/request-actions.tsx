import { useState } from 'react';
import type { SubmissionCard } from '../../core/waiting/my-requests.ts';
import { download } from '../../runtime/download.ts';
import { exportEntry, sendDatePassed, sendNow } from '../../runtime/visitor-commands.ts';
import { outbox } from '../../runtime/outbox.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { passFocusUp } from '../../ui/use-returned-focus.ts';
import { KIND_TEXTS, RARELY_ARRIVES } from '../forms/kind-texts.ts';
import { focusHeading } from '../../ui/page-change.ts';
import { attempt } from './attempt.ts';
import EditButton from './edit-button.tsx';
import { useSending } from './use-sending.ts';

async function exportToFile({ id, reference }: SubmissionCard): Promise<void> {
  const content = await exportEntry(id);
  if (content)
    download(
      new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }),
      `request-${reference}.json`,
    );
}

/** The actions of a request. A delivered request has none. */
export function RequestActions({ request }: { request: SubmissionCard }) {
  const { id, reference, kind, state, attention, canRetry, canEdit, canUndo, mayHaveArrived } =
    request;
  const [discarding, setDiscarding] = useState(false);
  const { isBusy, answer, send } = useSending(id);
  const { noun } = KIND_TEXTS[kind];
  const isLate = attention?.reason === 'date-passed' || attention?.reason === 'time-passed';
  // Buttons rest while an attempt runs, and stay under the finger.
  const isSending = state === 'sending';
  // Resending would be refused again; the request has to be edited.
  const isEditFirst = attention !== null && !canRetry;

  const discard = async () => {
    // The focused button may be removed; or the confirmed text is out of date, and the dialog
    // shows the new one.
    if (await outbox.undo(id, mayHaveArrived)) focusHeading();
    else setDiscarding(true);
  };

  if (state === 'sent' || state === 'alert-not-sent') return null;

  return (
    <div
      ref={passFocusUp}
      role="group"
      aria-label={`Actions for ${reference}`}
      className="flex flex-wrap gap-2"
    >
      {/* While busy, the button stays in the document to keep the focus. */}
      {(canRetry || isBusy) && (
        <button
          type="button"
          aria-disabled={isBusy}
          className={smallButtonClass('primary')}
          onClick={() => send(sendNow)}
        >
          {isBusy ? 'Sending...' : 'Send now'}
        </button>
      )}
      {(canEdit || isSending) && (
        <EditButton request={request} isPrimary={isEditFirst} isResting={isSending} />
      )}
      {isLate && !isBusy && (
        <button
          type="button"
          className={smallButtonClass('secondary')}
          onClick={() => send(sendDatePassed)}
        >
          Send anyway
        </button>
      )}
      <button
        type="button"
        className={smallButtonClass('secondary')}
        onClick={() => void attempt(() => exportToFile(request))}
      >
        Save a copy
      </button>
      {(canUndo || isSending) && (
        <button
          type="button"
          aria-disabled={isSending}
          className={smallButtonClass('danger')}
          onClick={() => isSending || setDiscarding(true)}
        >
          Delete
        </button>
      )}
      <p role="status" className="w-full font-semibold text-heading empty:hidden">
        {answer}
      </p>
      <ConfirmDialog
        open={discarding}
        title={`Delete ${reference}?`}
        confirmLabel="Delete"
        onConfirm={() => void attempt(discard)}
        onClose={() => setDiscarding(false)}
      >
        <p>{`This ${noun} will be removed from this device and not sent. This cannot be undone.`}</p>
        {mayHaveArrived && <p>{RARELY_ARRIVES}</p>}
      </ConfirmDialog>
    </div>
  );
}
