import { answerKind } from './answers.ts';
import type { RecordedEvent } from './booking-events.ts';

interface Answered {
  preferred_date: string;
  events: readonly RecordedEvent[];
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** The server tries a mail for two days. */
const TRIED_MS = 2 * DAY_MS;
/** Later nobody calls about it. */
const SHOWN_MS = 7 * DAY_MS;

/** True for a mail that the server tried in vain until it gave up. `now`: milliseconds since 1970. */
export const isGivenUp = (
  { mail, created_at: at }: Pick<RecordedEvent, 'mail' | 'created_at'>,
  now: number,
): boolean => mail?.state === 'waits' && Date.parse(at) < now - TRIED_MS;

const didNotArrive = (event: RecordedEvent, now: number) =>
  event.mail?.state === 'refused' || event.mail?.reason === 'suppressed' || isGivenUp(event, now);

/**
 * The bookings whose customer did not get the mail about the office's last answer, the newest
 * answer first, for a week or until the day is over. `today`: London's day; `now`: milliseconds
 * since 1970.
 */
export const undelivered = <Row extends Answered>(
  rows: readonly Row[],
  { today, now }: { today: string; now: number },
): { row: Row; event: RecordedEvent }[] =>
  rows
    .flatMap((row) => {
      const event = row.events.at(-1);
      return event ? [{ row, event }] : [];
    })
    .filter(
      ({ row, event }) =>
        event.actor === 'office' &&
        answerKind(event.kind).urgent === true &&
        (event.day ?? row.preferred_date) >= today &&
        Date.parse(event.created_at) > now - SHOWN_MS &&
        didNotArrive(event, now),
    )
    .sort((a, b) => Date.parse(b.event.created_at) - Date.parse(a.event.created_at));
