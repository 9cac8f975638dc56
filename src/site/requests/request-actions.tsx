import { useState } from 'react';
import type { RequestView } from '../../core/submissions/requests.ts';
import { download } from '../../runtime/download.ts';
import {
  sendDatePassed,
  discardRequest,
  exportRequest,
  retryRequest,
  type StillWaits,
} from '../../runtime/request-commands.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { passFocusUp } from '../../ui/use-returned-focus.ts';
import { KIND_TEXTS } from '../forms/kind-texts.ts';
import { focusHeading } from '../../ui/page-change.ts';
import { CAUSES } from '../causes.ts';
import { attempt } from './attempt.ts';
import { useEditRequest } from './use-edit-request.ts';

async function exportToFile({ id, reference }: RequestView): Promise<void> {
  const content = await exportRequest(id);
  if (content)
    download(
      new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }),
      `request-${reference}.json`,
    );
}

/** The answer to "Send now" when the request still waits; its card shows the next try. */
const stillWaitsText = ({ cause }: StillWaits): string =>
  cause ? `${CAUSES[cause].what}, so it could not be sent now.` : 'It could not be sent now.';

interface Sending {
  isBusy: boolean;
  /** What came of it, when it still waits. */
  answer: string | null;
  send: (ask: (id: string) => Promise<StillWaits | null>) => void;
}

/** Sends a request when its person asks, and says so when it still waits afterwards. */
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
        // The button that had the focus may be gone.
        if (document.activeElement === document.body) focusHeading();
      } finally {
        setBusy(false);
      }
    });
  return { isBusy, answer, send };
}

/** What a person can do with a request. A delivered one needs nothing. */
export function RequestActions({ request }: { request: RequestView }) {
  const { id, reference, kind, state, attention, canRetry, canEdit, canDiscard, mayHaveArrived } =
    request;
  const [discarding, setDiscarding] = useState(false);
  const editing = useEditRequest(request);
  const { isBusy, answer, send } = useSending(id);
  const { noun } = KIND_TEXTS[kind];
  const isLate = attention?.reason === 'date-passed';
  // What would be refused again: the way on is to change it.
  const isEditFirst = attention !== null && !canRetry;

  const discard = async () => {
    // The button that had the focus is gone; or the words that were agreed to no longer hold, and the dialog says what does.
    if (await discardRequest(request)) focusHeading();
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
      {/* While it is busy, the button stays for whoever has the focus on it. */}
      {(canRetry || isBusy) && (
        <button
          type="button"
          aria-disabled={isBusy}
          className={smallButtonClass('primary')}
          onClick={() => send(retryRequest)}
        >
          {isBusy ? 'Sending...' : 'Send now'}
        </button>
      )}
      {canEdit && (
        <button
          type="button"
          className={smallButtonClass(isEditFirst ? 'primary' : 'secondary')}
          onClick={editing.start}
        >
          Edit
        </button>
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
        Export
      </button>
      {canDiscard && (
        <button
          type="button"
          className={smallButtonClass('danger')}
          onClick={() => setDiscarding(true)}
        >
          Discard
        </button>
      )}
      <p role="status" className="w-full font-semibold text-heading empty:hidden">
        {answer}
      </p>
      <ConfirmDialog
        open={discarding}
        title={`Discard ${reference}?`}
        confirmLabel="Discard"
        onConfirm={() => void attempt(discard)}
        onClose={() => setDiscarding(false)}
      >
        <p>{`This ${noun} will be removed from this device and not sent. This cannot be undone.`}</p>
        {mayHaveArrived && <p>We tried to send it before, so it may already have reached us.</p>}
      </ConfirmDialog>
      <ConfirmDialog
        open={editing.asking}
        title="Replace what you typed?"
        confirmLabel="Replace and edit"
        onConfirm={editing.overwrite}
        onClose={editing.cancel}
      >
        <p>
          The form holds an unfinished <span>{noun}</span>. Editing <span>{reference}</span> puts
          its details in the form instead.
        </p>
      </ConfirmDialog>
    </div>
  );
}
