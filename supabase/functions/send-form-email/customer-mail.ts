import { escapeHtml } from '../_shared/escape-html.ts';
import type { Attachment } from '../_shared/mail.ts';
import { referenceOf } from '../_shared/reference.ts';
import { calendarOf, methodOf, type Visit } from './calendar.ts';
import { linkAsHtml, paragraphAsHtml } from './layout.ts';
import type { StoredRecord } from './describe-record.ts';

/** A mail to a customer. */
export interface CustomerMail {
  subject: string;
  text: string;
  html: string;
  attachments?: readonly Attachment[];
}

/**
 * The link to a request in My requests. The id follows `#`, so that no server, log or referrer gets
 * it.
 */
export function requestPage(
  label: string,
  id: string,
  site: string,
): { text: string; html: string } {
  const address = `${site}/requests#${id}`;
  return { text: `${label}: ${address}`, html: paragraphAsHtml(linkAsHtml(address, label)) };
}

export const whyMailed = (host: string, noun: string): string =>
  `This email from ${host} went to you because somebody gave us your address. If that was not you, reply, and we’ll delete the ${noun}.`;

/** A visit as a file for the customer's calendar. */
export const calendarFileOf = (id: string, record: StoredRecord, visit: Visit): Attachment => ({
  filename: `booking-${referenceOf(id)}.ics`,
  content: calendarOf(id, record, visit),
  contentType: `text/calendar; charset=utf-8; method=${methodOf(visit)}`,
});

/** A text of several lines as a paragraph of HTML. */
export const textAsHtml = (text: string): string =>
  paragraphAsHtml(text.split('\n').map(escapeHtml).join('<br>'));
