import type { Answer } from '../../../src/core/domain/answers.ts';
import { withAnswer, type AnswerActor } from '../../../src/core/domain/booking-events.ts';
import { readReceiptId, receiptMailId } from '../../../supabase/functions/_shared/mail-id.ts';
import type { State } from '../answers/stored.ts';
import type { Slot } from '../../../src/core/domain/slots.ts';
import type { Inbox } from '../inbox.ts';
import type { Finding } from '../report.ts';
import type { Server } from '../server.ts';

/** A server that is killed within this time of a mail may not have noted it, and sends it again. */
const UNNOTED_MS = 5_000;

const found = (fault: string, subject: string, why: string): Finding => ({ fault, subject, why });

/** Sends the due mails as the hosted schedule does, until none is due. */
export async function sendDueMails(server: Server): Promise<void> {
  for (let rounds = 0; rounds < 20; rounds++) {
    const [row] = await server.query<{ due: unknown[] }>('select public.due_alerts(100) as due');
    const due = row?.due ?? [];
    if (due.length === 0) return;
    for (const asked of due)
      await fetch(`${server.url}/functions/v1/send-form-email`, {
        method: 'POST',
        body: JSON.stringify(asked),
      }).catch(() => null);
  }
}

/** Tomorrow's confirmed visits whose customers were not reminded this evening, and are due. */
export async function findUnreminded(server: Server): Promise<Finding[]> {
  const rows = await server.query<{ id: string; name: string; day: string }>(
    `select b.id, b.name, b.preferred_date::text as day from public.bookings b
     where b.status = 'confirmed' and b.preferred_date = private.london_today() + 1 and b.email is not null
       and b.created_at < now() - interval '25 hours'
       and not exists (
         select from public.booking_events e where e.booking_id = b.id
           and e.kind in ('confirmed', 'accepted', 'repeated') and e.created_at > now() - interval '25 hours'
       )
       and not exists (select from private.reminders r where r.booking_id = b.id and r.day = b.preferred_date)`,
  );
  return rows.map(({ id, name, day }) =>
    found('lost', name, `nobody was reminded of ${id} on ${day}`),
  );
}

interface MailedEvent {
  id: string;
  booking_id: string;
  name: string;
  actor: AnswerActor;
  kind: Answer | 'reminded';
  day: string | null;
  time_slot: Slot | null;
  /** The visit that the booking was made for. */
  first_day: string;
  first_slot: Slot;
  is_visit: boolean;
  receipt_id: string | null;
  state: string | null;
}

/**
 * False reminders, mails that were accepted twice without a reason, and mails that are called sent and were not accepted. Reads every
 * event of these customers.
 */
export async function judgeMails(
  server: Server,
  inbox: Inbox,
  kinds: readonly string[],
): Promise<Finding[]> {
  const twice = [...inbox.acknowledged]
    // A run moves the leases of alerts to the office: see `Device.passTime`.
    .filter(([id]) => readReceiptId(id) !== undefined)
    .filter(([, times]) =>
      times.slice(1).some((_, place) => {
        const before = times[place] ?? 0;
        return !server.killedAt.some((at) => Math.abs(at - before) < UNNOTED_MS);
      }),
    )
    .map(([id, times]) =>
      found('mail twice', id, `the mail server accepted it ${times.length} times`),
    );
  const events = await server.query<MailedEvent>(
    `select e.id, e.booking_id, b.name, e.actor, e.kind, e.day::text, e.time_slot, r.id as receipt_id, r.state,
       b.series is not null as is_visit, coalesce(b.series_day, b.preferred_date)::text as first_day, b.preferred_time as first_slot
     from (
       select id, booking_id, actor, kind, day, time_slot, rev from public.booking_events
       union all select id, booking_id, 'office', 'reminded', day, time_slot, rev from private.reminders
     ) e join public.bookings b on b.id = e.booking_id left join private.receipts r on e.id in (r.event_id, r.reminder_id)
     where split_part(b.name, ' ', 1) = any ($1) order by e.rev`,
    [kinds],
  );
  const states = new Map<string, State>();
  const reminded = new Set<string>();
  const findings: Finding[] = [];
  for (const event of events) {
    const { id, booking_id: booking, name, kind, day } = event;
    const state = states.get(booking) ?? {
      status: event.is_visit ? 'confirmed' : 'pending',
      day: event.first_day,
      time_slot: event.first_slot,
    };
    if (kind === 'reminded') {
      if (state.status !== 'confirmed' || state.day !== day)
        findings.push(
          found(
            'false words',
            name,
            `${id} reminded of ${day}, and it was ${state.status} on ${state.day}`,
          ),
        );
      if (reminded.has(`${booking} ${day}`))
        findings.push(found('mail twice', name, `${booking} was reminded twice of ${day}`));
      reminded.add(`${booking} ${day}`);
    }
    if (event.state === 'sent' && !inbox.taken.has(receiptMailId(event.receipt_id ?? '')))
      findings.push(
        found(
          'false words',
          name,
          `the mail of ${kind} ${id} was called sent, and no server accepted it`,
        ),
      );
    states.set(booking, withAnswer(state, event.actor, event));
  }
  return [...twice, ...findings];
}
