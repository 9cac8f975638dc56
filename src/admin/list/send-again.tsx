import { useState } from 'react';
import { referenceOf } from '../../core/domain/reference.ts';
import { useSyncState } from '../../runtime/portal/sync-state.ts';
import { resendAlert, type LateAlert } from '../../runtime/portal/use-alerts.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { notify } from '../../ui/toast.ts';
import { focusHeading } from '../../ui/use-heading-focus.ts';

/** Asks the server for an e-mail that did not go out. Needs a connection. */
export function SendAgain({ alert }: { alert: LateAlert }) {
  const { isOffline } = useSyncState();
  const [busy, setBusy] = useState(false);
  const reference = referenceOf(alert.recordId);

  const send = async () => {
    setBusy(true);
    const sent = await resendAlert(alert);
    setBusy(false);
    if (!sent) return void notify.error('Error', { description: `The e-mail alert for ${reference} did not go out. Try again later.` });
    void notify.success('Success', { description: `The e-mail alert for ${reference} was sent` });
    // The mark goes away, and the button with it.
    focusHeading();
  };

  return (
    <button
      type="button"
      disabled={isOffline}
      aria-disabled={busy}
      aria-label={`Send the e-mail alert for ${reference} again`}
      onClick={() => busy || void send()}
      className={`${smallButtonClass('secondary')} shrink-0 whitespace-nowrap disabled:opacity-60`}
    >
      {busy ? 'Sending...' : 'Send again'}
    </button>
  );
}
