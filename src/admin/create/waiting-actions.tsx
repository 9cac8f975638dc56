import { useState } from 'react';
import type { WaitingCreation } from '../../core/outbox/pending.ts';
import { discardCreation, retryCreation } from '../../runtime/portal/admin-actions.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { focusHeading } from '../list/focus-after-deletion.ts';

interface WaitingActionsProps {
  waiting: WaitingCreation;
  title: string;
}

/** What can be done about an item that is not being sent just now. */
export function WaitingActions({ waiting: { id, state, mayHaveArrived }, title }: WaitingActionsProps) {
  const [asking, setAsking] = useState(false);
  return (
    <div className="mt-1 flex flex-wrap gap-2">
      {state === 'attention' && (
        <button type="button" className={smallButtonClass('secondary')} onClick={() => void retryCreation(id)}>
          Try again<span className="sr-only">: {title}</span>
        </button>
      )}
      <button type="button" className={smallButtonClass('danger')} onClick={() => setAsking(true)}>
        Discard<span className="sr-only">: {title}</span>
      </button>
      <ConfirmDialog
        open={asking}
        title="Discard this?"
        confirmLabel="Discard"
        onConfirm={() => void discardCreation(id).then(focusHeading)}
        onClose={() => setAsking(false)}
      >
        <p>“{title}” is removed from this device.</p>
        <p>{mayHaveArrived ? 'It may have arrived on the server already: then it stays there.' : 'Nothing of it is on the server, so it is gone for good.'}</p>
      </ConfirmDialog>
    </div>
  );
}
