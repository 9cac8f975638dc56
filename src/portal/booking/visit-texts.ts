import { format, parseISO } from 'date-fns';
import { nameOf, PREFERRED_TIMES } from '../../core/domain/booking-choices.ts';
import type { DraftVisit, Visit } from '../../core/domain/visit.ts';

/** Stands for a visit until its day is chosen. */
export const NO_VISIT = '[day and time]';

/** `Tuesday 1 December`. */
export const dayText = (day: string) => format(parseISO(day), 'EEEE d MMMM');
const hoursOf = (slot: string) => nameOf(PREFERRED_TIMES, slot);

/** `Tuesday 1 December`, with the slot's hours if it has one. */
export function visitText({ day, slot }: DraftVisit): string {
  if (day === '') return NO_VISIT;
  return slot === '' ? dayText(day) : `${dayText(day)}, ${hoursOf(slot)}`;
}

/** Where `from` also names the `asked` visit, which stays, only its last place is replaced. */
function replaceVisit(text: string, from: string, to: string, asked: string | null): string {
  if (!asked?.includes(from)) return text.replaceAll(from, to);
  const at = text.lastIndexOf(from);
  return at === -1 ? text : text.slice(0, at) + to + text.slice(at + from.length);
}

/**
 * A text that names another visit in place of the former one; everything else stays as it was
 * typed. `asked`: the visit of the booking itself, if the text may name that too.
 */
export function withVisit(
  text: string,
  before: DraftVisit,
  after: DraftVisit,
  asked: Visit | null,
): string {
  const own = asked && visitText(asked);
  const [from, to] = [visitText(before), visitText(after)];
  if (from === to) return text;
  if (text.includes(from)) return replaceVisit(text, from, to, own);
  if (before.day === '' || after.day === '') return text;
  const renamed = replaceVisit(text, dayText(before.day), dayText(after.day), own);
  return before.slot === ''
    ? renamed
    : replaceVisit(renamed, hoursOf(before.slot), hoursOf(after.slot), own);
}

const MONTH =
  '(January|February|March|April|May|June|July|August|September|October|November|December)';
const DATE = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}\\b`, 'gi');
const WEEKDAY = /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/gi;

/** The first day or hours that a text names and no visit has, as typed; null for none. */
export function otherVisitIn(text: string, visits: readonly DraftVisit[]): string | null {
  const known = visits.filter(({ day }) => day !== '');
  const has = (typed: string) =>
    known.some((visit) => `${visitText(visit)},`.toLowerCase().includes(typed.toLowerCase()));
  const dates = [...text.matchAll(DATE)].filter(
    ([, day = '', month = '']) => !has(` ${Number(day)} ${month},`),
  );
  const weekdays = [...text.matchAll(WEEKDAY)].filter(([word]) => !has(word));
  const hours = Object.values(PREFERRED_TIMES).filter((one) => text.includes(one) && !has(one));
  return dates[0]?.[0] ?? weekdays[0]?.[0] ?? hours[0] ?? null;
}
