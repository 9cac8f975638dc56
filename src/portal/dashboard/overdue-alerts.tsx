import { format } from 'date-fns';
import { Link } from 'react-router-dom';
import { ENTITIES } from '../../core/domain/entities.ts';
import {
  referenceOf,
  SUBMISSION_KINDS,
  type SubmissionKind,
} from '../../core/domain/submission.ts';
import { useOverdueAlerts } from '../sync/use-alerts.ts';
import { SendAgain } from '../list/send-again.tsx';
import { PLACE_PARAM } from '../list/list-address.ts';

/** The list of a submission's record. */
const listOf = (kind: SubmissionKind) => ENTITIES[SUBMISSION_KINDS[kind].table];

/** Records whose email did not reach the office; nothing without any. */
export function OverdueAlerts() {
  const alerts = [...useOverdueAlerts().values()];
  if (alerts.length === 0) return null;
  return (
    <section aria-labelledby="overdue-alerts" className="grid gap-3">
      <h2 id="overdue-alerts" className="text-xl font-bold">
        Email alerts not sent
      </h2>
      <ul className="grid divide-y divide-line rounded-2xl border border-line bg-surface px-4 shadow-card">
        {alerts.map((alert) => (
          <li key={alert.recordId} className="flex items-center justify-between gap-4 py-2.5">
            <p className="flex flex-wrap gap-x-3">
              <Link
                to={`${listOf(alert.kind).path}?${PLACE_PARAM}=${alert.recordId}`}
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
