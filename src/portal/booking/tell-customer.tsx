import { useId } from 'react';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { mailSubject, quotedRequest } from './booking-texts.ts';
import { ActionButton, callAction, emailActions, writeActions } from '../list/row-actions.tsx';

type Booking = ReplicaRow<'bookings'>;

interface TellCustomerProps {
  booking: Booking;
  text: string;
  /** Whether the answer was given in the portal already. */
  when: 'before' | 'after';
}

/** The title, and the sentence below it. */
function textsOf({ name, email }: Booking, when: TellCustomerProps['when']): [string, string] {
  if (email !== '')
    return [
      'Tell by text message or WhatsApp instead',
      'Opens your phone’s app with the same text. Send the answer here too, so that everyone sees the new status.',
    ];
  return when === 'before'
    ? [
        'Tell by text message or WhatsApp',
        'They have no email address. Opens your phone’s app with this text, now or once you have sent the answer.',
      ]
    : [
        `Does ${name} know your answer?`,
        'They have no email address. Opens your phone’s app with the text of your last answer.',
      ];
}

/** An answer's text by the device's own apps: in place of a mail, or where none goes. */
export function TellCustomer({ booking, text, when }: TellCustomerProps) {
  const { name, phone, email } = booking;
  const [title, explanation] = textsOf(booking, when);
  const mail = `${text}\n\n${quotedRequest(booking)}`;
  const id = useId();
  const isOnly = email === '';
  return (
    <section
      aria-labelledby={id}
      className={`grid gap-2 ${isOnly ? 'rounded-2xl border border-warning bg-warning-tint px-4 py-3' : ''}`}
    >
      <h3 id={id} className="font-semibold text-heading">
        {title}
      </h3>
      <p className={`text-sm ${isOnly ? 'text-heading' : 'text-muted'}`}>{explanation}</p>
      <div className="flex flex-wrap gap-2.5">
        {[
          ...writeActions(phone, text),
          ...emailActions(email, mailSubject(booking), mail),
          ...(isOnly ? [callAction(phone)] : []),
        ].map((action) => (
          <ActionButton key={action.label} action={action} name={name} />
        ))}
      </div>
    </section>
  );
}

/** The office's last answer to a customer without a mail address, by the device's own apps. */
export function TellLastAnswer({ booking, today }: { booking: Booking; today: string }) {
  const last = booking.events.at(-1);
  const isAhead = (last?.day ?? booking.preferred_date) >= today;
  if (booking.email !== '' || last?.actor !== 'office' || last.message === null || !isAhead)
    return null;
  return <TellCustomer booking={booking} text={last.message} when="after" />;
}
