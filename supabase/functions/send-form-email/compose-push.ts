import { referenceOf } from '../_shared/domain/reference.ts';
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
  /** Names the record by its reference: its later messages replace the notification. */
  tag: string;
  /** The number of the event that it is about; 0 for the submission itself. */
  sequence: number;
  /** The record's address in the portal, My requests, or the crew's page. */
  path: string;
}

const TITLES: Record<Kind, string> = {
  booking: 'New booking',
  job_application: 'New application',
  contact: 'New message',
};

const TIMES = ['morning', 'afternoon', 'evening'];

/** A day and its time of day. */
const visitOf = (day: string | null | undefined, slot: string | null | undefined): string =>
  [shortDay('UTC', day), TIMES.find((known) => known === slot)].filter(Boolean).join(', ');

/** The day and time of day of a booking. */
const wishOf = (record: StoredRecord): string =>
  visitOf(record['preferred_date'], record['preferred_time']);

/** The same, after those that its customer asks for. */
const answeredWish = (record: StoredRecord, event?: BookingEvent | null): string =>
  event?.kind === 'asked'
    ? `${visitOf(event.day, event.time_slot)} instead of ${wishOf(record)}`
    : wishOf(record);

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
    title: event ? titleOfEvent(event, record) : TITLES[kind],
    body: kind === 'booking' ? answeredWish(record, event) : '',
    tag: `office-${referenceOf(id)}`,
    sequence: event?.sequence ?? 0,
    path: `${listOf(kind)}?q=${referenceOf(id)}`,
  };
}

/**
 * Writes the customer's notification of the office's answer, or of the coming visit. The id is a key, so only
 * the reference is named. A reminder comes after the last answer and before the next one.
 */
export const composeAnswerPush = (
  id: string,
  record: StoredRecord,
  event: MailedEvent,
): PushMessage => ({
  title: event.kind === 'reminded' ? 'We come tomorrow' : headingOf(event, record),
  body: event.day ? visitOf(event.day, event.time_slot) : wishOf(record),
  tag: `answer-${referenceOf(id)}`,
  sequence: event.kind === 'reminded' ? event.sequence + 0.5 : event.sequence,
  path: '/requests',
});

/** Writes the notification of a report that somebody could not get in. */
export const composeLockedOutPush = (record: StoredRecord, sequence: number): PushMessage => ({
  title: 'Could not get in',
  body: wishOf(record),
  tag: `office-${referenceOf(record['id'] ?? '')}`,
  sequence,
  path: `${listOf('booking')}?q=${referenceOf(record['id'] ?? '')}`,
});

/** Writes the notification to one of the crew, whose jobs of today or tomorrow have changed. */
export const composeDayPush = (sequence: number): PushMessage => ({
  title: 'Your day has changed',
  body: '',
  tag: 'crew',
  sequence,
  path: '/crew',
});
