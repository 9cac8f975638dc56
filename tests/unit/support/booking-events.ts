import type {
  BookingEvent,
  CustomerBooking,
  CustomerSeries,
  RecordedEvent,
  Reminder,
  SeriesVisit,
} from '../../../src/core/domain/booking-events.ts';
import type { SettingChange } from '../../../src/core/domain/booking-settings.ts';
import type { RecordedReport } from '../../../src/core/domain/crew-reports.ts';

/** An event of the office: a confirmation without a text. */
export const anEvent = (changes: Partial<BookingEvent> = {}): BookingEvent => ({
  id: '0b5e6c1e-8f1d-4b7e-9a55-7f6f3f5a1c11',
  actor: 'office',
  kind: 'confirmed',
  created_at: '2026-11-20T12:00:00Z',
  day: null,
  time_slot: null,
  every: null,
  price_pence: null,
  price_per: null,
  message: null,
  ...changes,
});

/** An event as the portal's replica holds it, of which nothing was sent yet. */
export const aRecordedEvent = (changes: Partial<RecordedEvent> = {}): RecordedEvent => ({
  ...anEvent(),
  from_day: null,
  from_slot: null,
  rev: 9,
  by: null,
  mail: null,
  push: null,
  ...changes,
});

/** The office's first change of who goes, to nobody. */
export const aSettingChange = (changes: Partial<SettingChange> = {}): SettingChange => ({
  id: '1c5e6c1e-8f1d-4b7e-9a55-7f6f3f5a1c22',
  field: 'crew',
  value: [],
  for_series: false,
  created_at: '2026-11-20T12:00:00Z',
  by: null,
  rev: 9,
  ...changes,
});

/** A report that the job is done, of nobody known. */
export const aReport = (changes: Partial<RecordedReport> = {}): RecordedReport => ({
  id: '2d5e6c1e-8f1d-4b7e-9a55-7f6f3f5a1c33',
  kind: 'done',
  crew_id: null,
  by: null,
  message: null,
  pictures: null,
  made_at: null,
  created_at: '2026-11-20T12:00:00Z',
  late: null,
  rev: 9,
  ...changes,
});

/** A reminder of which nothing was sent yet. */
export const aReminder = (changes: Partial<Reminder> = {}): Reminder => ({
  id: '3e5e6c1e-8f1d-4b7e-9a55-7f6f3f5a1c44',
  day: '2026-12-01',
  time_slot: 'morning',
  created_at: '2026-11-30T18:00:00Z',
  mail: null,
  push: null,
  rev: 9,
  ...changes,
});

/** A pending request with one event. */
export const aCustomerBooking = (changes: Partial<CustomerBooking> = {}): CustomerBooking => ({
  id: '7f1c1a52-5f0e-4d0a-9a55-0c5a3f0a7f11',
  status: 'pending',
  day: '2027-03-01',
  time_slot: 'morning',
  sequence: 1,
  updated_at: '2026-11-20T12:00:00Z',
  last: null,
  ...changes,
});

/** A confirmed visit without an answer. */
export const aSeriesVisit = (changes: Partial<SeriesVisit> = {}): SeriesVisit => ({
  id: '2f1c1a52-5f0e-8d0a-9a55-0c5a3f0a7f22',
  status: 'confirmed',
  day: '2027-03-15',
  time_slot: 'morning',
  sequence: 1,
  last: null,
  ...changes,
});

/** A series of a visit every two weeks, without an end. */
export const aSeries = (changes: Partial<CustomerSeries> = {}): CustomerSeries => ({
  every: 2,
  day: '2027-03-01',
  time_slot: 'morning',
  until: null,
  visits: [aSeriesVisit()],
  ...changes,
});
