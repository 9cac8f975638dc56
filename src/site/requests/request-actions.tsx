import { useState } from 'react';
import type { RequestView } from '../../core/outbox/requests.ts';
import { confirmLate, discardRequest, exportRequest, retryRequest } from '../../runtime/actions.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { KIND_TEXTS } from '../content/kind-texts.ts';
import { focusHeading } from '../../ui/use-heading-focus.ts';
import { attempt } from './attempt.ts';
import { downloadJson } from './download-json.ts';
import { useEditRequest } from './use-edit-request.ts';

async function exportToFile({ id, reference }: RequestView): Promise<void> {
  const content = await exportRequest(id);
  if (content) downloadJson(`request-${reference}.json`, content);
}

async function discard(id: string): Promise<void> {
  await discardRequest(id);
  // The button that had the focus is gone.
  focusHeading();
}

/** What a person can do with a request. A delivered one needs nothing. */
export function RequestActions({ request }: { request: RequestView }) {
  const { id, reference, kind, state, attention, canRetry, canEdit, canDiscard, mayHaveArrived } = request;
  const [discarding, setDiscarding] = useState(false);
  const editing = useEditRequest(request);
  const { noun } = KIND_TEXTS[kind];
  if (state === 'sent' || state === 'alert-not-sent') return null;

  return (
    <div role="group" aria-label={`Actions for ${reference}`} className="flex flex-wrap gap-2">
      {canRetry && (
        <button type="button" className={smallButtonClass('primary')} onClick={() => void attempt(() => retryRequest(id))}>
          Send now
        </button>
      )}
      {attention?.reason === 'date-passed' && (
        <button type="button" className={smallButtonClass('primary')} onClick={() => void attempt(() => confirmLate(id))}>
          Send anyway
        </button>
      )}
      {canEdit && (
        <button type="button" className={smallButtonClass('secondary')} onClick={editing.start}>
          Edit
        </button>
      )}
      <button type="button" className={smallButtonClass('secondary')} onClick={() => void attempt(() => exportToFile(request))}>
        Export
      </button>
      {canDiscard && (
        <button type="button" className={smallButtonClass('danger')} onClick={() => setDiscarding(true)}>
          Discard
        </button>
      )}
      <ConfirmDialog
        open={discarding}
        title={`Discard ${reference}?`}
        confirmLabel="Discard"
        onConfirm={() => void attempt(() => discard(id))}
        onClose={() => setDiscarding(false)}
      >
        <p>This {noun} will be removed from this device and not sent. This cannot be undone.</p>
        {mayHaveArrived && <p>We tried to send it before, so it may already have reached us.</p>}
      </ConfirmDialog>
      <ConfirmDialog
        open={editing.asking}
        title="Replace what you typed?"
        confirmLabel="Replace and edit"
        onConfirm={editing.overwrite}
        onClose={editing.cancel}
      >
        <p>The form holds an unfinished {noun}. Editing {reference} puts its details in the form instead.</p>
      </ConfirmDialog>
    </div>
  );
}
