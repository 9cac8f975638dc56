import { useState } from 'react';
import type { WaitingAddition } from '../../core/mutations/addition.ts';
import type { CreatedEntity } from '../../core/domain/creation.ts';
import type { Attention } from '../../core/store/device-schema.ts';
import { outbox } from '../../runtime/outbox.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { smallButtonClass } from '../../ui/button.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { focusHeading } from '../../ui/page-change.ts';
import { notify } from '../../ui/toast.ts';
import { passFocusUp } from '../../ui/use-returned-focus.ts';
import { laterText } from '../causes.ts';

/** Why an addition was not accepted, and the remedy. */
function refusalText({ reason, message }: Attention): string {
  switch (reason) {
    case 'forbidden':
      return 'You are not allowed to add this any more. Ask another administrator, or discard it.';
    case 'file-lost':
      return message;
    case 'file-refused':
      return `The picture was refused: ${message}`;
    case 'upload-blocked':
      return `${message} Use another network and send it again, or discard it.`;
    default:
      return `The server refused it: ${message}`;
  }
}

interface SendingTexts {
  waiting: string;
  sending: string;
  done: string;
}

const CREATING: SendingTexts = {
  waiting: 'Waiting to be created',
  sending: 'Creating...',
  done: 'created',
};

const ADDING: SendingTexts = {
  waiting: 'Waiting to be added',
  sending: 'Adding...',
  done: 'added',
};

/** What happens to an addition to each list. */
export const SENDING_TEXTS: Record<CreatedEntity, SendingTexts> = {
  bookings: ADDING,
  crew: ADDING,
  careers: CREATING,
  gallery_images: { waiting: 'Waiting to upload', sending: 'Uploading...', done: 'uploaded' },
  testimonials: CREATING,
};

const STYLES: Record<WaitingAddition['state'], { icon: IconName; className: string }> = {
  waiting: { icon: 'clock', className: 'text-warning' },
  sending: { icon: 'send', className: 'text-info' },
  attention: { icon: 'alert', className: 'text-danger' },
};

/** The state of a waiting addition, in words. */
function stateText({ creation, state, isPrepared }: WaitingAddition): string {
  if (state === 'attention') return 'Needs attention';
  if (state === 'sending' && !isPrepared) return 'Preparing...';
  return SENDING_TEXTS[creation.entity][state];
}

/**
 * Runs a person's command on a waiting addition; when this device cannot, a message says so. Never
 * rejects.
 */
async function attempt(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    console.error('What waits could not be changed:', error);
    void notify.error('Error', {
      description: 'This device could not keep that. Free some space on it and try again.',
    });
  }
}

async function discard(id: string): Promise<void> {
  await outbox.undo(id, true);
  // The focused button is removed.
  focusHeading();
}

interface WaitingBarProps {
  waiting: WaitingAddition;
  /** The addition's name, for the buttons' accessible names. */
  name: string;
}

/** The state of an addition that the server does not have yet, with its actions. */
export function WaitingBar({ waiting, name }: WaitingBarProps) {
  const { id, creation, state, attention, cause, mayHaveArrived } = waiting;
  const [discarding, setDiscarding] = useState(false);
  const [isRetrying, setRetrying] = useState(false);
  const retry = () => {
    setRetrying(true);
    void attempt(() => outbox.retry(id)).finally(() => setRetrying(false));
  };
  const { icon, className } = STYLES[state];
  return (
    <div className="grid gap-2">
      <p className={`flex items-center gap-1.5 text-sm font-bold ${className}`}>
        <Icon name={icon} className="size-4" />
        <span>{stateText(waiting)}</span>
      </p>
      {attention && <p className="text-sm">{refusalText(attention)}</p>}
      {state === 'waiting' && (
        <p className="text-sm">
          {`It will be ${SENDING_TEXTS[creation.entity].done} ${laterText(cause)}`}
        </p>
      )}
      {(state !== 'sending' || isRetrying) && (
        <div ref={passFocusUp} className="flex flex-wrap gap-2">
          {/* Both stay under the finger while an attempt runs. */}
          {(state === 'attention' || isRetrying) && (
            <button
              type="button"
              aria-label={`Try again: ${name}`}
              aria-disabled={isRetrying}
              className={smallButtonClass('primary')}
              onClick={() => isRetrying || retry()}
            >
              Try again
            </button>
          )}
          <button
            type="button"
            aria-label={`Discard ${name}`}
            aria-disabled={state === 'sending'}
            className={smallButtonClass('danger')}
            onClick={() => state === 'sending' || setDiscarding(true)}
          >
            Discard
          </button>
        </div>
      )}
      <ConfirmDialog
        open={discarding}
        title={`Discard ${name}?`}
        confirmLabel="Discard"
        onConfirm={() => void attempt(() => discard(id))}
        onClose={() => setDiscarding(false)}
      >
        <p>{`It will be removed from this device and not ${SENDING_TEXTS[creation.entity].done}. This cannot be undone.`}</p>
        {mayHaveArrived && (
          <p>
            It may already have reached the server. If so, it is removed there too, when there is a
            connection.
          </p>
        )}
      </ConfirmDialog>
    </div>
  );
}
