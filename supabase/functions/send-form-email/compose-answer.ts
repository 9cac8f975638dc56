import type { Attachment } from '../_shared/mail.ts';
import type { Company } from '../_shared/company.ts';
import { answerKind } from '../_shared/domain/answers.ts';
import { weekdayText } from '../_shared/domain/day-text.ts';
import { referenceOf } from '../_shared/domain/reference.ts';
import type { CalendarEntry, CalendarFacts } from './calendar.ts';
import {
  calendarFileOf,
  replyOrCall,
  requestPage,
  signature,
  textAsHtml,
  type CustomerMail,
} from './customer-mail.ts';
import {
  filledRows,
  headingAsHtml,
  mailAsHtml,
  paragraphAsHtml,
  rowsAsHtml,
  rowsAsText,
  type Row,
} from './layout.ts';
import {
  isLate,
  priceName,
  repeatName,
  serviceName,
  slotName,
  timeName,
  wholeDay,
  type MailedEvent,
  type MailedVisit,
  type StoredRecord,
} from './describe-record.ts';

interface AnswerTexts {
  heading: string;
  /** The text of an answer without one of its own. */
  text: string;
  /** The link to My requests. */
  page: string;
  /** The visit's state for the customer's calendar; none leaves the calendar as it is. */
  visit?: 'confirmed' | 'cancelled';
}

const SEE = 'See your request here';

const isVisit = ({ series }: MailedEvent): boolean => series !== null;

const nounOf = (event: MailedEvent): string => (isVisit(event) ? 'visit' : 'booking');

const changePage = (event: MailedEvent): string =>
  `See it, ask for another day or ${isVisit(event) ? 'skip' : 'cancel'} it here`;

function confirmedTexts(event: MailedEvent): AnswerTexts {
  const { moved_from: from, day } = event;
  return {
    heading: from
      ? `Your ${nounOf(event)} has a new ${from.day === day ? 'time' : 'day'}`
      : `Your ${nounOf(event)} is confirmed`,
    text: 'We’ll come at the time above.',
    page: changePage(event),
    visit: 'confirmed',
  };
}

const UNMAILED: AnswerTexts = { heading: 'About your booking', text: '', page: SEE };

/** The customer's texts of each kind. `record`: dated by the answer. */
const TEXTS: Record<
  MailedEvent['kind'],
  (event: MailedEvent, record: StoredRecord) => AnswerTexts
> = {
  confirmed: confirmedTexts,
  accepted: confirmedTexts,
  offered: (_, record) => ({
    heading: 'Could we come at another time?',
    text:
      record['status'] === 'confirmed'
        ? 'Could we come at the time above? Your visit stays as it is unless you accept.'
        : 'We can’t make the time that you asked for. Could we come at the time above?',
    page: 'Accept the new time, or say no, here',
  }),
  kept: (event, record) => ({
    heading: `Your visit stays on ${weekdayText(record['preferred_date'] ?? '')}`,
    text: 'We can’t come on the other day that you asked for. Your visit stays at the time above.',
    page: changePage(event),
  }),
  repeated: () => ({
    heading: 'Your regular visits are confirmed',
    text: 'We’ll come on these days.',
    page: 'See your visits, skip one or ask for another day here',
  }),
  stopped: ({ day }, record) => ({
    heading: `Your regular visits ${isLate({ ...record, preferred_date: day }) ? 'have ended' : 'end'}`,
    text: 'We won’t come after the last day above.',
    page: SEE,
  }),
  reminded: (event) => ({
    heading: `We come tomorrow: ${weekdayText(event.day ?? '')}, ${event.time_slot}`,
    text: 'You don’t have to be at home, as long as we can get in. Please tell us today of anything that needs special care. Our terms apply to a change now.',
    page: changePage(event),
  }),
  declined: (_, record) => ({
    heading: `We ${isLate(record) ? 'couldn’t' : 'can’t'} take your booking`,
    text: 'We’re sorry.',
    page: SEE,
    visit: 'cancelled',
  }),
  cancelled: (event, record) => {
    const done = isVisit(event) ? 'skipped' : 'cancelled';
    return {
      heading:
        event.actor === 'office'
          ? `Your ${nounOf(event)} is cancelled`
          : `You ${done} your ${nounOf(event)}`,
      text: [
        isLate(record) ? 'It was for the time above.' : 'We won’t come at the time above.',
        ...(isVisit(event) ? ['Your other visits stay as they are.'] : []),
      ].join(' '),
      page: SEE,
      visit: 'cancelled',
    };
  },
  completed: () => ({ heading: 'Your cleaning is done', text: 'Thank you.', page: SEE }),
  reopened: () => UNMAILED,
  refused: () => UNMAILED,
  asked: () => UNMAILED,
};

/** A kind that only a later release's database knows has the texts of one that is not mailed. */
const textsOf = (event: MailedEvent, record: StoredRecord): AnswerTexts =>
  ((TEXTS as Partial<typeof TEXTS>)[event.kind] ?? (() => UNMAILED))(event, record);

/** An answer in a few words, as its mail's subject and its notification begin. */
export const headingOf = (event: MailedEvent, record: StoredRecord): string =>
  textsOf(event, record).heading;

function rowsOf(event: MailedEvent, record: StoredRecord): Row[] {
  const { kind, day, time_slot: slot, every, price } = event;
  const isSeries = kind === 'repeated' || kind === 'stopped';
  const dayLabel = kind === 'stopped' ? 'Last day' : kind === 'repeated' ? 'From' : 'Day';
  return [
    ['Reference', referenceOf(event.link_id)],
    ['Service', serviceName(record)],
    ['How often', repeatName(every)],
    [dayLabel, wholeDay(day ?? record['preferred_date'])],
    ['Time', slot === null ? (isSeries ? null : timeName(record)) : slotName(slot)],
    ['Price', answerKind(kind).priced ? priceName(price) : null],
  ];
}

const FIRST_VISITS = 4;

/**
 * The coming visits of a series of which a mail names the days, the first booking included. A visit
 * that was skipped is none.
 */
function comingVisits(id: string, { visits, sequence }: MailedEvent, record: StoredRecord) {
  const { preferred_date: day, preferred_time: slot, status } = record;
  const own: MailedVisit[] =
    day && slot && status && !isLate(record)
      ? [{ id, day, time_slot: slot, status, sequence }]
      : [];
  return [...own, ...visits]
    .filter((visit) => visit.status === 'confirmed')
    .sort((a, b) => a.day.localeCompare(b.day))
    .slice(0, FIRST_VISITS);
}

/** The changes of a mail's answer for the customer's calendar. */
function entriesOf(
  id: string,
  event: MailedEvent,
  record: StoredRecord,
  coming: readonly MailedVisit[],
): CalendarEntry[] {
  const { kind, sequence, removed } = event;
  const { visit: status } = textsOf(event, record);
  if (status === 'cancelled' && !event.was_confirmed) return [];
  if (status) {
    const [day, slot] = [
      event.day ?? record['preferred_date'],
      event.time_slot ?? record['preferred_time'],
    ];
    return [{ id, day, slot, status, sequence }];
  }
  return [
    ...(kind === 'repeated' ? coming : []).map(
      ({ time_slot: slot, ...visit }) => ({ ...visit, slot, status: 'confirmed' }) as const,
    ),
    ...removed.map(
      ({ time_slot: slot, ...visit }) =>
        ({ ...visit, slot, status: 'cancelled', sequence }) as const,
    ),
  ];
}

function calendarText(
  entries: readonly CalendarEntry[],
  { visit }: AnswerTexts,
): string | undefined {
  const count = (status: CalendarEntry['status']) =>
    entries.filter((entry) => entry.status === status).length;
  const [added, removed] = [count('confirmed'), count('cancelled')];
  const file = removed === 1 ? 'file with this email takes' : 'files with this email take';
  const gone = removed === 1 ? 'the visit' : 'the visits that no longer take place';
  const texts = [
    ...(added > 0
      ? [
          `The file with this email puts the ${added === 1 ? 'visit' : 'visits'} into your calendar.`,
        ]
      : []),
    ...(removed > 0
      ? [
          `The ${added > 0 ? 'other ' : ''}${file} ${gone} out of your calendar. Some calendars keep ${removed === 1 ? 'it' : 'them'}: please delete ${removed === 1 ? 'it' : 'them'} there by hand.`,
        ]
      : []),
  ];
  // The receipt's file was for a request.
  if (texts.length === 0 && visit === 'cancelled')
    return 'If you put the request into your calendar, please delete it there.';
  return texts.length > 0 ? texts.join(' ') : undefined;
}

/** Writes the customer's mail about an answer to a booking. `site`: the site's address. */
export async function composeAnswer(
  id: string,
  record: StoredRecord,
  event: MailedEvent,
  site: string,
  company: Company,
): Promise<CustomerMail> {
  const texts = textsOf(event, record);
  const { heading } = texts;
  const reference = referenceOf(event.link_id);
  const rows = filledRows(rowsOf(event, record));
  const message = event.message ?? texts.text;
  const coming =
    event.kind === 'repeated' || event.kind === 'stopped' ? comingVisits(id, event, record) : [];
  const days = [
    ...(event.kind === 'stopped' && coming.length === 0 ? ['No visit is to come.'] : []),
    ...(coming.length > 0 ? ['Your next visits:'] : []),
    ...coming.map(({ day, time_slot: slot }) => `${wholeDay(day)}, ${slotName(slot)}`),
  ].join('\n');
  const page = requestPage(texts.page, event.link_id, site);
  const entries = entriesOf(id, event, record, coming);
  const calendar = calendarText(entries, texts);
  const reply = `To ask or tell us something, ${replyOrCall(company)}`;
  const end = signature(company, site, 'booking');
  const subject = `${heading} ${reference}`;
  const attachments = await filesOf(entries, {
    service: serviceName(record),
    reference,
    made: record['created_at'],
    company,
  });
  return {
    subject,
    text: [heading, rowsAsText(rows), message, days, page.text, calendar, reply, end.text]
      .filter(Boolean)
      .join('\n\n'),
    html: mailAsHtml(subject, [
      headingAsHtml(heading),
      rowsAsHtml(rows),
      textAsHtml(message),
      ...(days ? [textAsHtml(days)] : []),
      page.html,
      paragraphAsHtml([calendar, reply].filter((line) => line !== undefined).join('<br>')),
      end.html,
    ]),
    ...(attachments.length > 0 && { attachments }),
  };
}

/** One file that adds, and one for each cancellation, as `calendarOf` asks for. */
function filesOf(entries: readonly CalendarEntry[], facts: CalendarFacts): Promise<Attachment[]> {
  const [first, ...more] = entries.filter(({ status }) => status === 'confirmed');
  const cancelled = entries.filter(({ status }) => status === 'cancelled');
  return Promise.all([
    ...(first ? [calendarFileOf([first, ...more], facts)] : []),
    ...cancelled.map((entry) =>
      calendarFileOf(
        [entry],
        facts,
        entries.length > 1 ? `cancelled-${facts.reference}-${entry.day}` : undefined,
      ),
    ),
  ]);
}
