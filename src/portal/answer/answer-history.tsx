import { format, parseISO } from 'date-fns';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { londonClock } from '../../core/domain/london-time.ts';
import { eventText } from './answer-texts.ts';

interface EventLineProps {
  who: string;
  what: string;
  /** ISO 8601. */
  at: string;
  message?: string | null;
}

function EventLine({ who, what, at, message = null }: EventLineProps) {
  return (
    <li className="grid gap-0.5 py-3">
      <p className="flex flex-wrap gap-x-3">
        <span>
          <span className="font-semibold text-heading">{who}</span>
          <span>{`: ${what}`}</span>
        </span>
        <time dateTime={at} className="text-sm leading-6 text-muted">
          {format(parseISO(londonClock(Date.parse(at))), 'EEE d MMM yyyy, HH:mm')}
        </time>
      </p>
      {message !== null && (
        <details className="text-sm">
          <summary className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4">
            Show the text
          </summary>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {message}
          </p>
        </details>
      )}
    </li>
  );
}

const NAMES = { office: 'Office', customer: 'Customer' } as const;

/** A booking’s request and every answer since, oldest first, in London's time. */
export function AnswerHistory({ booking }: { booking: ReplicaRow<'bookings'> }) {
  const { events, created_at } = booking;
  // A second confirmation in a row moved the booking.
  const isMoved = (place: number) =>
    ['confirmed', 'accepted'].includes(
      events.slice(0, place).findLast(({ kind }) => kind !== 'offered')?.kind ?? '',
    );
  return (
    <section aria-labelledby="history" className="grid gap-1">
      <h2 id="history" className="text-xl font-bold">
        History
      </h2>
      <ol className="divide-y divide-line rounded-2xl border border-line bg-surface px-4 shadow-card">
        <EventLine who="Customer" what="Requested" at={created_at} />
        {events.map((event, place) => (
          <EventLine
            key={event.id}
            who={NAMES[event.actor]}
            what={eventText(event, isMoved(place))}
            at={event.created_at}
            message={event.message}
          />
        ))}
      </ol>
    </section>
  );
}
