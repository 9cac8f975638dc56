import type { CleaningEvent } from '../core/domain/calendar-file.ts';
import { calendarUid } from '../core/server/calendar-uid.ts';
import { download } from './download.ts';

/** A booking's visit; `id` is the booking's. */
export interface CalendarVisit extends Omit<CleaningEvent, 'uid'> {
  id: string;
}

/**
 * Saves a calendar file with one cleaning; loads the writer first. Rejects when it cannot be
 * loaded.
 */
export async function saveCalendar({ id, ...visit }: CalendarVisit, name: string): Promise<void> {
  const { calendarFile } = await import('../core/domain/calendar-file.ts');
  const file = calendarFile([{ ...visit, uid: await calendarUid(id) }], new Date());
  download(new Blob([file], { type: 'text/calendar;charset=utf-8' }), `${name}.ics`);
}
