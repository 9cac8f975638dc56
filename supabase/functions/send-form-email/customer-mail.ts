import type { Company } from '../_shared/company.ts';
import { escapeHtml } from '../_shared/escape-html.ts';
import type { Attachment } from '../_shared/mail.ts';
import { calendarOf, methodOf, type CalendarEntry, type CalendarFacts } from './calendar.ts';
import { linkAsHtml, paragraphAsHtml } from './layout.ts';

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

/** How the customer reaches the office. */
export const replyOrCall = ({ phone }: Company): string =>
  phone
    ? `reply to this email or call us on ${phone}.`
    : 'reply to this email or call us. Our phone number is on our contact page.';

/** The end of each mail to a customer: the company, its contact page, and why the mail came. */
export function signature(
  company: Company,
  site: string,
  noun: string,
): { text: string; html: string } {
  const host = site.replace(/^https?:\/\//, '');
  const sender = company.name ? `${company.name} (${host})` : host;
  const name = [company.name, company.phone].filter(Boolean).join(', ');
  const contact = `${site}/contact`;
  const why = `This email from ${sender} went to you because somebody gave us your address. If that was not you, reply, and we’ll delete the ${noun}.`;
  return {
    text: `${name && `${name}\n`}Contact us: ${contact}\n\n${why}`,
    html: [
      paragraphAsHtml(`${name && `${escapeHtml(name)}<br>`}${linkAsHtml(contact, 'Contact us')}`),
      paragraphAsHtml(`<small>${escapeHtml(why)}</small>`),
    ].join('\n'),
  };
}

/** Visits as a file for the customer's calendar. */
export const calendarFileOf = async (
  entries: readonly [CalendarEntry, ...CalendarEntry[]],
  facts: CalendarFacts,
  name = `booking-${facts.reference}`,
): Promise<Attachment> => ({
  filename: `${name}.ics`,
  content: await calendarOf(entries, facts),
  contentType: `text/calendar; charset=utf-8; method=${methodOf(entries[0])}`,
});

/** A text of several lines as a paragraph of HTML. */
export const textAsHtml = (text: string): string =>
  paragraphAsHtml(text.split('\n').map(escapeHtml).join('<br>'));
