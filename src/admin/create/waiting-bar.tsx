import { useState } from 'react';
import type { WaitingCreation } from '../../core/outbox/pending.ts';
import { discardCreation, retryCreation } from '../../runtime/portal/admin-actions.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { focusHeading } from '../../ui/use-heading-focus.ts';
import { refusalText } from './refusal-text.ts';

const STATES: Record<WaitingCreation['state'], { words: string; icon: IconName; look: string }> = {
  waiting: { words: 'Waiting to upload', icon: 'clock', look: 'text-warning' },
  sending: { words: 'Uploading...', icon: 'send', look: 'text-info' },
  attention: { words: 'Needs attention', icon: 'alert', look: 'text-danger' },
};

interface WaitingBarProps {
  waiting: WaitingCreation;
  /** How it is called, for who hears the buttons read out. */
  name: string;
}

/** Where something new that is not yet on the server stands, and what can be done with it. */
export function WaitingBar({ waiting: { id, state, attention }, name }: WaitingBarProps) {
  const [discarding, setDiscarding] = useState(false);
  const { words, icon, look } = STATES[state];
  return (
    <div className="grid gap-2">
      <p className={`flex items-center gap-1.5 text-sm font-bold ${look}`}>
        <Icon name={icon} className="size-4" />
        {words}
      </p>
      {attention && <p className="text-sm">{refusalText(attention)}</p>}
      {state !== 'sending' && (
        <div className="flex flex-wrap gap-2">
          {state === 'attention' && (
            <button type="button" aria-label={`Try again: ${name}`} className={smallButtonClass('primary')} onClick={() => void retryCreation(id)}>
              Try again
            </button>
          )}
          <button type="button" aria-label={`Discard ${name}`} className={smallButtonClass('danger')} onClick={() => setDiscarding(true)}>
            Discard
          </button>
        </div>
      )}
      <ConfirmDialog
        open={discarding}
        title={`Discard ${name}?`}
        confirmLabel="Discard"
        onConfirm={() => void discardCreation(id).then(focusHeading)}
        onClose={() => setDiscarding(false)}
      >
        <p>It will be removed from this device and not published. This cannot be undone.</p>
      </ConfirmDialog>
    </div>
  );
}
