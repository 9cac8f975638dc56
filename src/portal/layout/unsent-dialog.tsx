import { useState } from 'react';
import { discardWaiting } from '../send-entries.ts';
import { outbox } from '../../runtime/outbox.ts';
import { useWaiting } from '../list/use-waiting.ts';
import { buttonClass } from '../../ui/button.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CAUSES } from '../causes.ts';
import { AttentionLink } from './attention-link.tsx';
import { changesText } from './sync-status.tsx';

const linkClass =
  'inline-flex min-h-11 items-center gap-1.5 justify-self-start font-semibold underline underline-offset-4';
const LABELS = { 'sign out': 'Sign Out', wipe: 'Wipe' } as const;

interface UnsentDialogProps {
  /** The person's intention, in words. */
  action: keyof typeof LABELS;
  open: boolean;
  /** Called once the changes are sent, to be kept, or discarded. */
  onSettled: () => void;
  onClose: () => void;
}

/** Asks what to do with the waiting changes before a sign-out or a wipe of the device. */
export function UnsentDialog({ action, open, onSettled, onClose }: UnsentDialogProps) {
  const { count, refused, cause, mayHaveArrived } = useWaiting();
  const [sending, setSending] = useState<'no' | 'now' | 'failed'>('no');
  const [wasOpen, setWasOpen] = useState(open);
  if (wasOpen !== open) {
    setWasOpen(open);
    setSending('no');
  }

  const send = async () => {
    setSending('now');
    await outbox.requestFlush({ eager: true });
    setSending('failed');
  };
  // Sent by this press, by another tab, or after a reconnection.
  const isSent = count === 0;
  const canSend = count > refused;

  return (
    <Dialog
      open={open}
      title={isSent ? 'Everything is sent' : `${changesText(count)} not sent yet`}
      description={
        isSent ? (
          <p>Nothing waits on this device any more.</p>
        ) : (
          <>
            <p>
              What you keep stays on this device, hidden from others, and is sent when you sign in
              here again.
            </p>
            <AttentionLink className={`${linkClass} text-danger`} onFollow={onClose} />
            {mayHaveArrived && (
              <p>
                Something of what you discard may be on the server already. It is removed from there
                when you sign in here again.
              </p>
            )}
            <p role="status" className="font-semibold text-danger empty:hidden">
              {sending === 'failed' &&
                canSend &&
                `Not everything was sent. ${cause ? CAUSES[cause] : 'Please try again.'} You can also keep the changes, or discard them.`}
            </p>
          </>
        )
      }
      onClose={onClose}
    >
      <div className="mt-2 grid gap-3">
        {isSent ? (
          <button type="button" className={buttonClass('primary')} onClick={onSettled}>
            {LABELS[action]}
          </button>
        ) : (
          <>
            {canSend && (
              <button
                type="button"
                aria-disabled={sending === 'now'}
                className={buttonClass('primary')}
                onClick={() => sending === 'now' || void send()}
              >
                {sending === 'now' ? 'Sending...' : 'Send now'}
              </button>
            )}
            <button type="button" className={buttonClass('secondary')} onClick={onSettled}>
              {`Keep and ${action}`}
            </button>
            <button
              type="button"
              className={buttonClass('danger')}
              onClick={() => void discardWaiting().then(onSettled)}
            >
              {`Discard and ${action}`}
            </button>
          </>
        )}
      </div>
    </Dialog>
  );
}
