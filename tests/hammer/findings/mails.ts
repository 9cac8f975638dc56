import { withAnswer } from '../../../src/core/domain/booking-events.ts';
import { readReceiptId, receiptMailId } from '../../../supabase/functions/_shared/mail-id.ts';
import type { MailedEvent, readUnreminded, State } from '../bookings.ts';
import type { Inbox } from '../inbox.ts';
import { findAll, type Finding, type Rules } from './finding.ts';

/** A server that is killed within this time of a mail may not have noted it, and sends it again. */
const UNNOTED_MS = 5_000;

/** The mail server's side of every mail to a customer. */
interface Mails extends Pick<Inbox, 'taken' | 'acknowledged'> {
  /** When the server was killed, by the machine's clock. */
  killedAt: readonly number[];
}

const MAIL: Rules<{ id: string; times: readonly number[] }, Mails> = {
  'mail twice': ({ times }, { killedAt }) =>
    times.slice(0, -1).some((before) => !killedAt.some((at) => Math.abs(at - before) < UNNOTED_MS))
      ? [`the mail server accepted it ${times.length} times`]
      : [],
};

/** The events of a booking, in their order. */
const REMINDERS: Rules<readonly MailedEvent[], Mails> = {
  'mail twice': (events) => {
    const days = reminders(events).map(
      ({ booking_id: id, day }) => `${id} was reminded twice of ${day}`,
    );
    return days.filter((why, place) => days.indexOf(why) < place);
  },
  'false statement': (events, { taken }) => [
    ...reminders(events)
      .filter(({ before, day }) => before.status !== 'confirmed' || before.day !== day)
      .map(
        ({ id, day, before }) =>
          `${id} reminded of ${day}, and it was ${before.status} on ${before.day}`,
      ),
    ...events
      .filter(
        ({ state, receipt_id: id }) => state === 'sent' && !taken.has(receiptMailId(id ?? '')),
      )
      .map(
        ({ kind, id }) => `the mail of ${kind} ${id} was called sent, and no server accepted it`,
      ),
  ],
};

/** The reminders among a booking's events, each with the state before it. */
function reminders(events: readonly MailedEvent[]): (MailedEvent & { before: State })[] {
  const found: (MailedEvent & { before: State })[] = [];
  const [first] = events;
  if (!first) return found;
  let before: State = {
    status: first.is_visit ? 'confirmed' : 'pending',
    ...{ day: first.first_day, time_slot: first.first_slot },
  };
  for (const event of events) {
    const { kind, actor, day, time_slot } = event;
    if (kind === 'reminded') found.push({ ...event, before });
    else before = withAnswer(before, actor, { kind, day, time_slot });
  }
  return found;
}

const UNREMINDED: Rules<Awaited<ReturnType<typeof readUnreminded>>[number]> = {
  lost: ({ id, day }) => [`nobody was reminded of ${id} on ${day}`],
};

export function judgeMails(events: readonly MailedEvent[], mails: Mails): Finding[] {
  const bookings = new Map<string, MailedEvent[]>();
  for (const event of events)
    bookings.set(event.booking_id, [...(bookings.get(event.booking_id) ?? []), event]);
  return [
    ...[...mails.acknowledged]
      // A run moves the leases of alerts to the office: see `Device.passTime`.
      .filter(([id]) => readReceiptId(id) !== undefined)
      .flatMap(([id, times]) => findAll(MAIL, id, { id, times }, mails)),
    ...[...bookings.values()].flatMap((own) => findAll(REMINDERS, own[0]?.name ?? '', own, mails)),
  ];
}

export const judgeUnreminded = (visits: Awaited<ReturnType<typeof readUnreminded>>): Finding[] =>
  visits.flatMap((visit) => findAll(UNREMINDED, visit.name, visit, null));
