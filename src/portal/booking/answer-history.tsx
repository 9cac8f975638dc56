import { format, parseISO } from 'date-fns';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { londonClock } from '../../core/domain/london-time.ts';
import { useMinute } from '../sync/clock.ts';
import { useTeamNames } from '../team/use-team.ts';
import { requestText } from './answer-texts.ts';
import { deliveryText, isUndelivered } from './delivery-texts.ts';
import { historyLines } from './history-lines.ts';
import { usePendingOf } from './use-pending.ts';

interface EventLineProps {
  who: string;
  what: string;
  /** ISO 8601. */
  at: string;
  message?: string | null;
  /** The outcome of the mail and the notification. */
  delivery?: string;
  isUndelivered?: boolean;
  /** The mail provider's message. */
  detail?: string | null;
}

function EventLine({
  who,
  what,
  at,
  message = null,
  delivery = '',
  isUndelivered = false,
  detail = null,
}: EventLineProps) {
  return (
    <li className="grid gap-0.5 py-3 wrap-anywhere">
      <p className="flex flex-wrap gap-x-3">
        <span>
          <span className="font-semibold text-heading">{who}</span>
          <span>{`: ${what}`}</span>
        </span>
        <time dateTime={at} className="text-sm leading-6 text-muted">
          {format(parseISO(londonClock(Date.parse(at))), 'EEE d MMM yyyy, HH:mm')}
        </time>
      </p>
      {delivery !== '' && (
        <p className={`text-sm ${isUndelivered ? 'font-semibold text-danger' : 'text-muted'}`}>
          {delivery}
        </p>
      )}
      {detail !== null && <p className="text-sm text-muted">{detail}</p>}
      {message !== null && (
        <details className="text-sm">
          <summary className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4">
            Show the text
          </summary>
          <p dir="auto" className="whitespace-pre-line">
            {message}
          </p>
        </details>
      )}
    </li>
  );
}

/** A booking’s request and everything since, oldest first, in London's time. */
export function AnswerHistory({ booking }: { booking: ReplicaRow<'bookings'> }) {
  const names = useTeamNames();
  const own = usePendingOf(booking, booking.id, names).map(({ id }) => id);
  const now = useMinute();
  return (
    <section aria-labelledby="history" className="grid gap-1">
      <h2 id="history" className="text-xl font-bold">
        History
      </h2>
      <ol className="divide-y divide-line rounded-2xl border border-line bg-surface px-4 shadow-card">
        <EventLine {...requestText(booking)} at={booking.created_at} />
        {historyLines(booking, names, own).map(({ id, sent, who, what, at, message }) => (
          <EventLine
            key={id}
            {...{ who, what, at, message }}
            {...(sent && {
              delivery: deliveryText(sent, now),
              isUndelivered: isUndelivered(sent, now),
              detail: sent.mail?.detail ?? null,
            })}
          />
        ))}
      </ol>
    </section>
  );
}
