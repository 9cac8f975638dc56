import { OPTIONAL_BOOKING_FIELDS } from '../domain/booking-fields.ts';
import { WITHOUT_SETTINGS } from '../domain/booking-settings.ts';
import type { RecordedEvent } from '../domain/booking-events.ts';
import { CREW_REPORTS, type CrewReport } from '../domain/crew-sheet.ts';
import type { ReplicaTable } from '../domain/entities.ts';
import type { ReplicaRow } from '../server/admin-backend.ts';
import { FORMER_SETTINGS } from '../store/former-settings.ts';
import type { StoredRow } from '../store/replica-schema.ts';

type Booking = ReplicaRow<'bookings'>;

/**
 * The fields that a row of a former release lacks, because no pull has brought the row again since.
 * A migration that adds another field of a row than a setting or one of the booking form adds its
 * default here.
 */
const DEFAULTS: { readonly [T in ReplicaTable]?: Partial<ReplicaRow<T>> } = {
  bookings: {
    events: [],
    is_mail_refused: false,
    ...Object.fromEntries(OPTIONAL_BOOKING_FIELDS.map((name) => [name, null])),
    by_office: false,
    price_pence: null,
    price_per: null,
    ...WITHOUT_SETTINGS,
    series: null,
    series_day: null,
  },
  gallery_images: { is_pair: false },
};

/** The fields that the first pages of 1.0.0 did not store. */
type Known = 'rev' | 'by' | 'mail' | 'push';

/** An event of a row that a page of 1.0.0 pulled: an answer, a setting, a report or a reminder. */
interface FormerEvent extends Omit<RecordedEvent, 'kind' | Known> {
  kind: string;
  crew?: string[] | null;
  for_series?: boolean | null;
  pictures?: number | null;
  made_at?: string | null;
}

const isReport = (kind: string): kind is CrewReport =>
  (CREW_REPORTS as readonly string[]).includes(kind);

/** A booking's row of 1.0.0, with its events parted. Those of its first pages have no own revision. */
function parseFormer(row: Booking, former: readonly FormerEvent[]): Booking {
  const parsed: Booking = { ...row, sequence: former.length, events: [] };
  const { settings, reports, reminders } = parsed;
  for (const event of former) {
    const { id, kind, created_at, crew, message } = event;
    const { rev, by, mail, push } = { rev: row.rev, by: null, mail: null, push: null, ...event };
    const field = FORMER_SETTINGS[kind];
    if (field) {
      const isCrew = field === 'crew';
      const value = isCrew ? (crew ?? []) : message;
      // A text of a first booking was the coming visits' too.
      const change = { id, field, value, for_series: !isCrew || event.for_series === true };
      settings.push({ ...change, created_at, by, rev });
    } else if (isReport(kind)) {
      const { pictures = null, made_at = null } = event;
      const report = { id, kind, crew_id: crew?.[0] ?? null, by, message, pictures, made_at };
      reports.push({ ...report, created_at, late: null, rev });
    } else if (kind === 'reminded' && event.day !== null && event.time_slot !== null) {
      const { day, time_slot } = event;
      reminders.push({ id, day, time_slot, created_at, mail, push, rev });
    } else {
      parsed.events.push({ ...event, rev, by, mail, push } as RecordedEvent);
    }
  }
  return parsed;
}

/** A stored row as it enters memory, with every field of this release. */
export function parseRow({ table, row }: StoredRow): ReplicaRow {
  const whole = { ...DEFAULTS[table], ...(row as object) } as ReplicaRow;
  return !('events' in whole) || 'settings' in (row as object)
    ? whole
    : parseFormer({ ...whole, settings: [], reports: [], reminders: [] }, whole.events);
}
