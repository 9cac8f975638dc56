import { reportedAt, type RecordedReport } from '../../core/domain/crew-reports.ts';
import type { CrewReport } from '../../core/domain/crew-sheet.ts';
import type { TeamNames } from '../../core/domain/team.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { picturesText } from '../bookings/booking-texts.ts';
import { authorText, eventText, stateText } from './answer-texts.ts';
import type { Sent } from './delivery-texts.ts';
import { SETTING_TEXTS } from './setting-texts.ts';
import { visitText } from './visit-texts.ts';

type Booking = ReplicaRow<'bookings'>;

/** A line of a booking's history. */
export interface HistoryLine {
  id: string;
  who: string;
  what: string;
  /** ISO 8601. */
  at: string;
  message: string | null;
  /** The outcome of the mail and the notification; null for a line about which none goes. */
  sent: Sent | null;
}

const REPORTED: Readonly<Record<CrewReport, string>> = {
  done: 'Reported done',
  'locked-out': 'Could not get in',
  noted: 'Note for the office',
};

const lineOfReport = (report: RecordedReport): HistoryLine => ({
  id: report.id,
  who: report.by ?? 'Crew',
  what: `${REPORTED[report.kind]}${picturesText(report.pictures)}`,
  at: reportedAt(report),
  message: report.message,
  sent: null,
});

/**
 * Everything since a booking's request, oldest first: answers, settings, reports and reminders. `own`: the
 * ids of what waits on this device, which comes last.
 */
export function historyLines(
  { events, settings, reports, reminders }: Booking,
  names: TeamNames,
  own: readonly string[],
): HistoryLine[] {
  const isOwn = ({ id }: { id: string }) => own.includes(id);
  const lines: [number, HistoryLine][] = [
    ...events.map((event): [number, HistoryLine] => [
      isOwn(event) ? Infinity : event.rev,
      {
        id: event.id,
        who: authorText(event, isOwn(event)),
        what: eventText(event),
        at: event.created_at,
        message: event.message,
        sent: event,
      },
    ]),
    ...settings.map((change): [number, HistoryLine] => [
      isOwn(change) ? Infinity : change.rev,
      {
        id: change.id,
        who: isOwn(change) ? 'You' : (change.by ?? 'Office'),
        what: SETTING_TEXTS[change.field].history(change, names),
        at: change.created_at,
        message: typeof change.value === 'string' ? change.value : null,
        sent: null,
      },
    ]),
    ...reports.map((report): [number, HistoryLine] => [report.rev, lineOfReport(report)]),
    ...reminders.map((reminder): [number, HistoryLine] => [
      reminder.rev,
      {
        id: reminder.id,
        who: 'Automatic',
        what: `Reminded of ${visitText({ day: reminder.day, slot: reminder.time_slot })}`,
        at: reminder.created_at,
        message: null,
        sent: reminder,
      },
    ]),
  ];
  // Lines that wait have no revision of their own; among those of one, the order stays.
  return lines.sort(([a], [b]) => (a === b ? 0 : a - b)).map(([, line]) => line);
}

/** The changes of a booking since a person last saw it, in sentences. */
export function changesSince(seen: Booking, booking: Booking, names: TeamNames): string {
  const known = new Set(historyLines(seen, names, []).map(({ id }) => id));
  const texts = historyLines(booking, names, [])
    .filter(({ id }) => !known.has(id))
    .map(({ who, what }) => `${who}: ${what}.`);
  return [...texts, `It is ${stateText(booking)} now.`].join(' ');
}
