import { format } from 'date-fns';
import { Link } from 'react-router-dom';
import { referenceOf } from '../../core/domain/reference.ts';
import type { SubmissionKind } from '../../core/domain/submission.ts';
import { useLateAlerts } from '../../runtime/portal/use-alerts.ts';
import { SendAgain } from '../list/send-again.tsx';

const KINDS: Record<SubmissionKind, { name: string; path: string }> = {
  booking: { name: 'Booking', path: '/admin/bookings' },
  job_application: { name: 'Application', path: '/admin/applications' },
  contact: { name: 'Message', path: '/admin/messages' },
};

/** The records about which the office got no e-mail. */
export function LateAlerts() {
  const alerts = [...useLateAlerts().values()];
  return (
    <section aria-labelledby="late-alerts" className="grid gap-3">
      <h2 id="late-alerts" className="text-xl font-bold">
        E-mail alerts not sent
      </h2>
      {alerts.length === 0 ? (
        <p className="text-muted">Every e-mail alert was sent.</p>
      ) : (
        <ul className="grid divide-y divide-line rounded-2xl border border-line bg-surface px-4 shadow-card">
          {alerts.map((alert) => (
            <li key={alert.recordId} className="flex items-center justify-between gap-4 py-2.5">
              <p className="flex flex-wrap gap-x-3">
                <Link to={KINDS[alert.kind].path} className="font-semibold text-brand underline underline-offset-4">
                  {KINDS[alert.kind].name} <span className="font-mono">{referenceOf(alert.recordId)}</span>
                </Link>
                <time dateTime={alert.createdAt} className="text-muted">
                  {format(alert.createdAt, 'MMM dd, yyyy, HH:mm')}
                </time>
              </p>
              <SendAgain alert={alert} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
