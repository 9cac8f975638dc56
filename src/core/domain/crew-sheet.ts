import {
  bookingField,
  type BOOKING_FIELDS,
  OPTIONAL_BOOKING_FIELDS,
  type BookingFieldName,
} from './booking-fields.ts';
import { clockCorrection, clockDifference } from './clock-difference.ts';
import type { LondonTime } from './london-time.ts';
import { isOver, namedVisit } from './visit.ts';

/** The optional fields of the booking form that the sheet has. */
export type OptionalForCrew = {
  [Name in BookingFieldName]: (typeof BOOKING_FIELDS)[Name] extends {
    optional: true;
    forCrew: true;
  }
    ? Name
    : never;
}[BookingFieldName];

export const OPTIONAL_FOR_CREW = OPTIONAL_BOOKING_FIELDS.filter(
  (name): name is OptionalForCrew => bookingField(name).forCrew === true,
);

/** A job of today or tomorrow. */
export interface CrewJob extends Record<OptionalForCrew, string | null> {
  /** Names the job for the crew alone: a keyed hash, never the booking's id. */
  job: string;
  /** `YYYY-MM-DD`. */
  day: string;
  time_slot: string;
  /** The customer's. */
  name: string;
  phone: string | null;
  address: string;
  service_type: string;
  instructions: string | null;
  /** The way in; null without one, and until the evening before. */
  access: string | null;
  /** The first names of the colleagues on the job. */
  with: readonly string[];
}

/** A job of the days after. */
export interface LaterJob {
  /** `YYYY-MM-DD`. */
  day: string;
  time_slot: string;
  service_type: string;
  service: string | null;
  /** The postcode's first half. */
  district: string | null;
}

/** A person's days, as the server gives them. */
export interface CrewDays {
  /** The person's name. */
  name: string;
  /** The server's time, ISO 8601. */
  now: string;
  /** When the device has to forget them, ISO 8601. */
  ends_at: string;
  jobs: readonly CrewJob[];
  later: readonly LaterJob[];
}

/** The days as the device stores them. Times are milliseconds since 1970 on the device's clock. */
export interface CrewSheet extends Pick<CrewDays, 'name' | 'jobs' | 'later'> {
  readAt: number;
  endsAt: number;
  /** How far the server's clock is ahead of the device's; null if unknown. */
  serverAheadMs: number | null;
}

type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

const isText = (value: unknown): value is string => typeof value === 'string';
const isTime = (value: unknown): value is string =>
  isText(value) && !Number.isNaN(Date.parse(value));

/**
 * A row with these fields alone: texts, and texts that may be absent or null. Null if a text is
 * missing.
 */
function rowOf<Text extends string, Optional extends string>(
  value: unknown,
  texts: readonly Text[],
  optional: readonly Optional[],
): (Record<Text, string> & Record<Optional, string | null>) | null {
  const fields = fieldsOf(value);
  if (!texts.every((name) => isText(fields[name]))) return null;
  const entries = [...texts, ...optional].map((name) => {
    const text = fields[name];
    return [name, isText(text) ? text : null];
  });
  return Object.fromEntries(entries) as Record<Text, string> & Record<Optional, string | null>;
}

function jobOf(value: unknown): CrewJob | null {
  const row = rowOf(
    value,
    ['job', 'day', 'time_slot', 'name', 'address', 'service_type'],
    ['phone', ...OPTIONAL_FOR_CREW, 'instructions', 'access'],
  );
  const colleagues = fieldsOf(value)['with'];
  return row && { ...row, with: Array.isArray(colleagues) ? colleagues.filter(isText) : [] };
}

const laterOf = (value: unknown): LaterJob | null =>
  rowOf(value, ['day', 'time_slot', 'service_type'], ['service', 'district']);

/** The rows of a list; null if one of them cannot be read. */
function rowsOf<T>(value: unknown, read: (row: unknown) => T | null): T[] | null {
  if (!Array.isArray(value)) return null;
  const rows = value.map(read);
  return rows.every((row) => row !== null) ? (rows as T[]) : null;
}

/** Reads the server's days; null for any other data. Unknown fields are left out. */
export function parseCrewDays(data: unknown): CrewDays | null {
  const { name, now, ends_at, jobs, later } = fieldsOf(data);
  const days = { jobs: rowsOf(jobs, jobOf), later: rowsOf(later, laterOf) };
  return isText(name) && isTime(now) && isTime(ends_at) && days.jobs && days.later
    ? { name, now, ends_at, jobs: days.jobs, later: days.later }
    : null;
}

/**
 * The sheet of days that were asked for and answered at these times of the device's clock. It ends
 * after the server's own interval, so the device's time of day does not matter.
 */
export function sheetOf(
  { name, now, ends_at, jobs, later }: CrewDays,
  askedAt: number,
  answeredAt: number,
): CrewSheet {
  return {
    name,
    jobs,
    later,
    readAt: askedAt,
    endsAt: askedAt + Date.parse(ends_at) - Date.parse(now),
    serverAheadMs: clockDifference(now, askedAt, answeredAt),
  };
}

/** A clock that is further back than this before a reading was moved. */
const TOLERATED_MS = 60 * 60_000;

/** Whether something that was read at `readAt` has to be forgotten. A clock that was set back ends it too. */
export const hasEnded = (
  { readAt, endsAt }: Pick<CrewSheet, 'readAt' | 'endsAt'>,
  now: number,
): boolean => now >= endsAt || now < readAt - TOLERATED_MS;

/** The right time, in milliseconds since 1970, as far as the sheet tells. */
export const rightTime = (
  sheet: Pick<CrewSheet, 'readAt' | 'serverAheadMs'> | null,
  deviceNow: number,
): number =>
  deviceNow +
  (sheet
    ? clockCorrection({ pulledAt: sheet.readAt, serverAheadMs: sheet.serverAheadMs }, deviceNow)
    : 0);

/** The reports of the people who went. They change no status. */
export const CREW_REPORTS = ['done', 'locked-out', 'noted'] as const;

export type CrewReport = (typeof CREW_REPORTS)[number];

/** The office changed the job before the report came. */
export type LateReport = 'cancelled' | 'given-away';

/** The most photographs of a report. */
export const MOST_PHOTOS = 6;
/** The bounds of a photograph: pixels of its longer edge, and bytes. */
export const PHOTO_BOUNDS = { edge: 1600, maxBytes: 10 * 1024 * 1024 };
/** The bounds of a report's text: code points and lines. */
export const REPORT_TEXT = { max: 1000, lines: 60 };

/**
 * The job that is next or now: today's first one whose hours are not over, else today's last one,
 * else the first one of tomorrow; without those that have a report that ends them. Null without one.
 * `ended`: the jobs with such a report.
 */
export function nextCrewJob(
  jobs: readonly CrewJob[],
  ended: ReadonlySet<string>,
  now: LondonTime,
): CrewJob | null {
  const open = jobs.filter(({ job, day }) => day >= now.day && !ended.has(job));
  const ofToday = open.filter(({ day }) => day === now.day);
  const ahead = ofToday.find((job) => !isCrewJobOver(job, now));
  return ahead ?? ofToday.at(-1) ?? open[0] ?? null;
}

/** Whether a job's hours have ended. */
export const isCrewJobOver = (job: Pick<CrewJob, 'day' | 'time_slot'>, now: LondonTime): boolean =>
  isOver(namedVisit(job), now);
