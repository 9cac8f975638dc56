import { Link } from 'react-router-dom';
import { undelivered } from '../../core/domain/undelivered.ts';
import { answerPath } from '../booking/answer-path.ts';
import { eventText } from '../booking/answer-texts.ts';
import { deliveryText } from '../booking/delivery-texts.ts';
import { ActionButton, callAction } from '../list/row-actions.tsx';
import { useMinute } from '../sync/clock.ts';
import { useList } from '../sync/use-lists.ts';
import { countText } from '../../ui/count-text.ts';

/** The customers who did not get the mail about the office's answer; nothing without any. */
export function UndeliveredAnswers({ today }: { today: string }) {
  const { rows, isRead } = useList('bookings');
  const now = useMinute();
  const missed = isRead ? undelivered(rows, { today, now }) : [];
  if (missed.length === 0) return null;
  return (
    <section aria-labelledby="undelivered" className="grid gap-3">
      <h2 id="undelivered" className="text-xl font-bold">
        {`Our email didn’t reach them (${countText(missed.length)})`}
      </h2>
      <ul className="grid divide-y divide-line rounded-2xl border border-line bg-surface px-4 shadow-card">
        {missed.map(({ row, event }) => (
          <li key={row.id} className="flex items-center justify-between gap-4 py-2.5">
            <p className="grid min-w-0 wrap-anywhere">
              <span className="flex flex-wrap gap-x-3">
                <Link
                  to={answerPath(row.id)}
                  dir="auto"
                  className="font-semibold text-brand underline underline-offset-4"
                >
                  {row.name}
                </Link>
                <span>{eventText(event)}</span>
              </span>
              <span className="text-sm text-danger">{deliveryText(event, now)}</span>
              {event.mail?.detail != null && (
                <span className="text-sm text-muted">{event.mail.detail}</span>
              )}
            </p>
            <span className="shrink-0">
              <ActionButton action={callAction(row.phone)} name={row.name} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
