import { OPTIONAL_BOOKING_FIELDS } from '../domain/booking-fields.ts';
import type { ReplicaTable } from '../domain/entities.ts';
import type { BookingEvent, RecordedEvent } from '../domain/booking-events.ts';
import type { ReplicaRow } from '../server/admin-backend.ts';
import type { StoredRow } from '../store/replica-schema.ts';

/**
 * The fields that a row of a former release lacks, because no pull has brought the row again since.
 * A migration that adds a field of a row adds its default here.
 */
const DEFAULTS: { readonly [T in ReplicaTable]?: Partial<ReplicaRow<T>> } = {
  bookings: {
    events: [],
    is_mail_refused: false,
    ...Object.fromEntries(OPTIONAL_BOOKING_FIELDS.map((name) => [name, null])),
    by_office: false,
    price_pence: null,
    price_per: null,
    instructions: null,
    crew: [],
    access: null,
    series: null,
    series_day: null,
  },
  gallery_images: { is_pair: false },
};

/** An event of a former release has the revision of its row, which nothing but events changed. */
const parseEvents = ({ rev, events }: ReplicaRow<'bookings'>): RecordedEvent[] =>
  events.map((event) => ({ rev, by: null, mail: null, push: null, ...(event as BookingEvent) }));

/** A stored row as it enters memory, with every field of this release. */
export function parseRow({ table, row }: StoredRow): ReplicaRow {
  const whole = { ...DEFAULTS[table], ...(row as object) } as ReplicaRow;
  return 'events' in whole && whole.events.length > 0
    ? { ...whole, events: parseEvents(whole) }
    : whole;
}
