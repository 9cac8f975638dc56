import { calendarUid } from '../_shared/calendar-uid.ts';
import type { Company } from '../_shared/company.ts';
import { calendarFile, type CleaningEvent } from '../_shared/domain/calendar-file.ts';

/** A visit's entry; `sequence` grows with each change, and a calendar keeps the highest one. */
export interface CalendarEntry {
  id: string;
  day: string | null | undefined;
  slot: string | null | undefined;
  status: CleaningEvent['status'];
  sequence: number;
}

/** The common parts of a file’s entries. */
export interface CalendarFacts {
  service: string | null | undefined;
  /** The reference that the customer knows. */
  reference: string;
  /** The time of the record, so that each attempt sends the same mail. */
  made: string | null | undefined;
  company: Company;
}

/** How a calendar treats a mailed file: a cancelled visit is removed (RFC 5546, 3.2.5). */
export const methodOf = ({ status }: CalendarEntry) =>
  status === 'cancelled' ? 'CANCEL' : 'PUBLISH';

async function eventOf(
  { id, day, slot, status, sequence }: CalendarEntry,
  { service, reference, company }: CalendarFacts,
): Promise<CleaningEvent> {
  const isRequest = status === 'tentative';
  const from = [company.name, company.phone].filter(Boolean).join(', ');
  return {
    uid: await calendarUid(id),
    day: day ?? '',
    slot: slot ?? '',
    title: `${service}${isRequest ? ' (requested)' : ''}`,
    address: '',
    description: [
      isRequest ? 'We confirm the day and the price by phone.' : '',
      `Reference ${reference}`,
      from,
    ]
      .filter(Boolean)
      .join('\n'),
    status,
    sequence,
  };
}

/**
 * Visits as a file that a mail carries. The method is the first entry's; a cancellation has a file of
 * its own, because all its entries have one UID (RFC 5546, 3.2.5).
 */
export const calendarOf = async (
  entries: readonly [CalendarEntry, ...CalendarEntry[]],
  facts: CalendarFacts,
): Promise<string> =>
  calendarFile(
    await Promise.all(entries.map((entry) => eventOf(entry, facts))),
    new Date(facts.made ?? 0),
    { method: methodOf(entries[0]), organizer: facts.company },
  );
