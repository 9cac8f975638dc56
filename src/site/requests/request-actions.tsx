import { useState } from 'react';
import type { SubmissionCard } from '../../core/mutations/my-requests.ts';
import { download } from '../../runtime/download.ts';
import {
  exportEntry,
  sendDatePassed,
  sendNow,
  type StillWaits,
} from '../../runtime/visitor-commands.ts';
import { outbox } from '../../runtime/outbox.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { passFocusUp } from '../../ui/use-returned-focus.ts';
import { KIND_TEXTS, RARELY_ARRIVES } from '../forms/kind-texts.ts';
import { focusHeading } from '../../ui/page-change.ts';
import { CAUSES } from '../causes.ts';
import { attempt } from './attempt.ts';
import EditButton from './edit-button.tsx';

async function exportToFile({ id, reference }: SubmissionCard): Promise<void> {
  const content = await exportEntry(id);
  if (content)
    download(
      new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }),
      `request-${reference}.json`,
    );
}

/** The answer to "Send now" for a request that still waits; its card shows the next attempt. */
const stillWaitsText = ({ cause }: StillWaits): string =>
  cause ? `${CAUSES[cause].what}, so it could not be sent now.` : 'It could not be sent now.';

interface Sending {
  isBusy: boolean;
  /** The outcome, if it still waits. */
  answer: string | null;
  send: (ask: (id: string) => Promise<StillWaits | null>) => void;
}

/** Sends a request at once, and says so when it still waits afterwards. */
function useSending(id: string): Sending {
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<string | null>(null);
  const send: Sending['send'] = (ask) =>
    void attempt(async () => {
      if (isBusy) return;
      setBusy(true);
      setAnswer(null);
      try {
        const waits = await ask(id);
        setAnswer(waits && stillWaitsText(waits));
        // The focused button may be removed.
        if (document.activeElement === document.body) focusHeading();
      } finally {
        setBusy(false);
      }
    });
  return { isBusy, answer, send };
}

/** The actions of a request. A delivered request has none. */
export function RequestActions({ request }: { request: SubmissionCard }) {
  const { id, reference, kind, state, attention, canRetry, canEdit, canUndo, mayHaveArrived } =
    request;
  const [discarding, setDiscarding] = useState(false);
  const { isBusy, answer, send } = useSending(id);
  const { noun } = KIND_TEXTS[kind];
  const isLate = attention?.reason === 'date-passed';
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
      {canEdit && <EditButton request={request} isPrimary={isEditFirst} />}
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
      {canUndo && (
        <button
          type="button"
          className={smallButtonClass('danger')}
          onClick={() => setDiscarding(true)}
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
