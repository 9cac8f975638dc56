import type { RecordedEvent, Reminder } from '../../core/domain/booking-events.ts';
import type { SettingChange } from '../../core/domain/booking-settings.ts';
import { reportedAt, type RecordedReport } from '../../core/domain/crew-reports.ts';
import type { CrewReport } from '../../core/domain/crew-sheet.ts';
import { namedVisit } from '../../core/domain/visit.ts';
import type { TeamNames } from '../../core/domain/team.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { picturesText } from './booking-texts.ts';
import { authorText, eventText, stateText } from './answer-texts.ts';
import type { Sent } from './delivery-texts.ts';
import { SETTING_TEXTS } from './setting-texts.ts';
import { visitText } from './visit-texts.ts';

type Booking = ReplicaRow<'bookings'>;

/** A line of a booking's history. */
export interface HistoryLine {
  id: string;
  /** The booking's revision with it; infinite for a change that waits on this device. */
  rev: number;
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

const ofEvent = (event: RecordedEvent, isOwn: boolean): HistoryLine => ({
  id: event.id,
  rev: isOwn ? Infinity : event.rev,
  who: authorText(event, isOwn),
  what: eventText(event),
  at: event.created_at,
  message: event.message,
  sent: event,
});

/** A setting that only a later release's server knows stands for itself. */
const settingText = (change: SettingChange, names: TeamNames): string =>
  change.field in SETTING_TEXTS ? SETTING_TEXTS[change.field].history(change, names) : change.field;

const ofSetting = (change: SettingChange, isOwn: boolean, names: TeamNames): HistoryLine => ({
  id: change.id,
  rev: isOwn ? Infinity : change.rev,
  who: isOwn ? 'You' : (change.by ?? 'Office'),
  what: settingText(change, names),
  at: change.created_at,
  message: typeof change.value === 'string' ? change.value : null,
  sent: null,
});

const ofReport = ({ id, rev, kind, by, pictures, message, ...times }: RecordedReport) => ({
  ...{ id, rev, message, at: reportedAt(times), sent: null },
  who: by ?? 'Crew',
  what: `${REPORTED[kind]}${picturesText(pictures)}`,
});

const ofReminder = ({ id, rev, day, time_slot, ...sent }: Reminder) => ({
  ...{ id, rev, sent, at: sent.created_at, message: null },
  who: 'Automatic',
  what: `Reminded of ${visitText(namedVisit({ day, time_slot }))}`,
});

/**
 * Everything since a booking's request, oldest first: answers, settings, reports and reminders. `own`: the
 * ids of the changes that wait on this device, which come last.
 */
export const historyLines = (
  { events, settings, reports, reminders }: Booking,
  names: TeamNames,
  own: readonly string[],
): HistoryLine[] =>
  [
    ...events.map((event) => ofEvent(event, own.includes(event.id))),
    ...settings.map((change) => ofSetting(change, own.includes(change.id), names)),
    ...reports.map(ofReport),
    ...reminders.map(ofReminder),
  ].sort((a, b) => (a.rev === b.rev ? 0 : a.rev - b.rev));

/** The changes of a booking since a person last saw it, in sentences. */
export function changesSince(seen: Booking, booking: Booking, names: TeamNames): string {
  const known = new Set(historyLines(seen, names, []).map(({ id }) => id));
  const texts = historyLines(booking, names, [])
    .filter(({ id }) => !known.has(id))
    .map(({ who, what }) => `${who}: ${what}.`);
  return [...texts, `It is ${stateText(booking)} now.`].join(' ');
}
