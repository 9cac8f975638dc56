import { useState } from 'react';
import { referenceOf } from '../../core/domain/reference.ts';
import { useOffline } from '../sync/sync.ts';
import { resendAlert, type OverdueAlert } from './use-alerts.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { passFocusOn } from '../../ui/page-change.ts';
import { notify } from '../../ui/toast.ts';
import { CAUSES } from '../causes.ts';

/** Asks the server to send a failed email again. Needs a connection. */
export function SendAgain({ alert }: { alert: OverdueAlert }) {
  const isOffline = useOffline();
  const [busy, setBusy] = useState(false);
  const reference = referenceOf(alert.recordId);

  const send = async () => {
    setBusy(true);
    const result = await resendAlert(alert);
    setBusy(false);
    switch (result.outcome) {
      case 'not-sent': {
        const why = result.cause ? CAUSES[result.cause] : 'Please try again later.';
        return void notify.error('Error', {
          description: `The email alert for ${reference} was not sent. ${why}`,
        });
      }
      case 'in-progress':
        return void notify.info('Being sent', {
          description: `The email alert for ${reference} is being sent already. Check again in two minutes.`,
        });
      case 'sent':
        void notify.success('Success', {
          description: `The email alert for ${reference} was sent`,
        });
    }
  };

  return (
    <button
      // Once it is sent, the mark is removed with the button.
      ref={passFocusOn}
      type="button"
      disabled={isOffline}
      aria-disabled={busy}
      onClick={() => busy || void send()}
      className={`${smallButtonClass('secondary')} shrink-0 whitespace-nowrap disabled:opacity-60`}
    >
      <span>{busy ? 'Sending...' : 'Send again'}</span>
      <span className="sr-only">{` the email alert for ${reference}`}</span>
    </button>
  );
}

/** Marks a row whose email did not reach the office. */
export function OverdueAlertMark({ alert }: { alert: OverdueAlert | undefined }) {
  if (!alert) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 rounded-xl bg-warning-tint px-3 py-1.5">
      <p className="flex grow basis-32 items-center gap-2 text-sm font-semibold text-warning">
        <Icon name="mailAlert" />
        The email alert was not sent
      </p>
      <SendAgain alert={alert} />
    </div>
  );
}
