import { format } from 'date-fns';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { ENTITIES } from '../../core/domain/entities.ts';
import { SUBMISSION_KINDS, type SubmissionKind } from '../../core/domain/submission.ts';
import { referenceOf } from '../../core/domain/reference.ts';
import { useOffline } from '../sync/sync.ts';
import { resendAlert, useOverdueAlerts, type OverdueAlert } from '../list/use-alerts.ts';
import { SendAgain } from '../list/send-again.tsx';
import { PLACE_PARAM, placeOf } from '../list/list-address.ts';
import { countText } from '../../ui/count-text.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { passFocusOn } from '../../ui/page-change.ts';
import { notify } from '../../ui/toast.ts';
import { CAUSES } from '../causes.ts';

/** The list of a submission's record. */
const listOf = (kind: SubmissionKind) => ENTITIES[SUBMISSION_KINDS[kind].table];

const alertsText = (count: number) =>
  count === 1 ? '1 email alert' : `${countText(count)} email alerts`;

/**
 * Sends all alerts again, one after the other, and shows the outcome once. A missing answer ends
 * it: the others would miss theirs too.
 */
async function sendAll(alerts: readonly OverdueAlert[], onSent: (count: number) => void) {
  let sent = 0;
  for (const alert of alerts) {
    const result = await resendAlert(alert);
    if (result.outcome === 'not-sent' && result.cause !== null)
      return void notify.error('Error', {
        description: `${alertsText(alerts.length - sent)} not sent. ${CAUSES[result.cause]}`,
      });
    if (result.outcome === 'sent') onSent((sent += 1));
  }
  if (sent > 0)
    void notify.success('Success', {
      description: `${alertsText(sent)} ${sent === 1 ? 'was' : 'were'} sent`,
    });
  if (sent < alerts.length)
    void notify.error('Error', {
      description: `${alertsText(alerts.length - sent)} not sent. Please try again later.`,
    });
}

/** Sends every alert again, with its progress. Needs a connection. */
function SendAllAgain({ alerts }: { alerts: readonly OverdueAlert[] }) {
  const isOffline = useOffline();
  const [progress, setProgress] = useState<{ sent: number; of: number } | null>(null);
  const send = async () => {
    const of = alerts.length;
    setProgress({ sent: 0, of });
    await sendAll(alerts, (sent) => setProgress({ sent, of }));
    setProgress(null);
  };
  return (
    <button
      // Once all are sent, the line is removed with the button.
      ref={passFocusOn}
      type="button"
      disabled={isOffline}
      aria-disabled={progress !== null}
      className={`${smallButtonClass('secondary')} shrink-0 disabled:opacity-60`}
      onClick={() => progress ?? void send()}
    >
      {progress ? `Sending ${progress.sent + 1} of ${progress.of}` : 'Send all again'}
    </button>
  );
}

/** Records whose email did not reach the office, in one line with the list behind it. */
export function OverdueAlerts() {
  const alerts = [...useOverdueAlerts().values()];
  const [isAsked, setAsked] = useState(false);
  const id = useId();
  if (alerts.length === 0) return null;
  const isMany = alerts.length > 1;
  const isOpen = isAsked || !isMany;
  return (
    <section
      aria-labelledby="overdue-alerts"
      className="grid rounded-2xl border border-line bg-surface px-4 py-2.5 shadow-card"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="overdue-alerts" className="mr-auto text-base font-bold">
          {`${alertsText(alerts.length)} not sent`}
        </h2>
        {isMany && (
          <>
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={id}
              className="min-h-11 font-semibold text-brand underline underline-offset-4"
              onClick={() => setAsked(!isAsked)}
            >
              {isOpen ? 'Hide the list' : 'Show the list'}
            </button>
            <SendAllAgain alerts={alerts} />
          </>
        )}
      </div>
      <ul id={id} hidden={!isOpen} className="divide-y divide-line">
        {alerts.map((alert) => (
          <li
            key={alert.recordId}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5"
          >
            <p className="flex grow basis-32 flex-wrap gap-x-3">
              <Link
                to={`${listOf(alert.kind).path}?${PLACE_PARAM}=${placeOf(alert.recordId)}`}
                className="font-semibold text-brand underline underline-offset-4"
              >
                <span>{listOf(alert.kind).one}</span>{' '}
                <span className="font-mono">{referenceOf(alert.recordId)}</span>
              </Link>
              <time dateTime={alert.createdAt} className="text-muted">
                {format(alert.createdAt, 'EEE d MMM yyyy, HH:mm')}
              </time>
              {alert.reason !== null && (
                <span className="basis-full text-sm text-muted wrap-anywhere">{alert.reason}</span>
              )}
            </p>
            <SendAgain alert={alert} />
          </li>
        ))}
      </ul>
    </section>
  );
}
