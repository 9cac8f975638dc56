import { referenceOf } from '../_shared/reference.ts';
import { headingOf } from './compose-answer.ts';
import { listOf, titleOfEvent, type Kind } from './compose.ts';
import {
  shortDay,
  type BookingEvent,
  type MailedEvent,
  type StoredRecord,
} from './describe-record.ts';

/**
 * The notification, and the address that it opens. It names nobody, because others may see the
 * screen.
 */
export interface PushMessage {
  title: string;
  body: string;
  /** The record's tag: a repeated message replaces the notification. */
  tag: string;
  /** The record's address in the portal, or My requests. */
  path: string;
}

const TITLES: Record<Kind, string> = {
  booking: 'New booking',
  job_application: 'New application',
  contact: 'New message',
};

const TIMES = ['morning', 'afternoon', 'evening'];

/** The day and time of day of a booking. */
function wishOf(record: StoredRecord): string {
  const time = TIMES.find((known) => known === record['preferred_time']);
  return [shortDay('UTC', record['preferred_date']), time].filter(Boolean).join(', ');
}

/**
 * Writes the notification of a stored submission, or of a customer's answer: its kind, and for a
 * booking its day.
 */
export function composePush(
  kind: Kind,
  id: string,
  record: StoredRecord,
  event?: BookingEvent | null,
): PushMessage {
  return {
    title: event ? titleOfEvent(event) : TITLES[kind],
    body: kind === 'booking' ? wishOf(record) : '',
    tag: `new-${id}`,
    path: `${listOf(kind)}?q=${referenceOf(id)}`,
  };
}

/**
 * Writes the customer's notification of the office's answer. The id is a key, so only the reference
 * is named.
 */
export const composeAnswerPush = (
  id: string,
  record: StoredRecord,
  event: MailedEvent,
): PushMessage => ({
  title: headingOf(event),
  body: wishOf({
    ...record,
    ...(event.day && { preferred_date: event.day, preferred_time: event.time_slot }),
  }),
  tag: `answer-${referenceOf(id)}`,
  path: '/requests',
});
