import type { CleaningEvent } from '../core/domain/calendar-file.ts';
import { download } from './download.ts';

/**
 * Saves a calendar file with one cleaning; loads the writer first. Rejects when it cannot be
 * loaded.
 */
export async function saveCalendar(event: CleaningEvent, name: string): Promise<void> {
  const { calendarFile } = await import('../core/domain/calendar-file.ts');
  download(
    new Blob([calendarFile(event, new Date())], { type: 'text/calendar;charset=utf-8' }),
    `${name}.ics`,
  );
}
