import {
  isSameValue,
  settingOf,
  type SettingChange,
  type SettingField,
  type SettingValue,
} from '../domain/booking-settings.ts';
import { londonTime } from '../domain/london-time.ts';
import type { WaitCause } from '../domain/reasons.ts';
import { attentionOf, newEntry } from '../outbox/entry.ts';
import { undoUntilSent } from '../outbox/mutation.ts';
import type { ReplicaRow, SettingState } from '../server/admin-backend.ts';
import type { OutboxEntry, Receipt } from '../store/device-schema.ts';
import { changeConfirmed } from '../store/replica-database.ts';
import { checkRole, forbidden, type AdminEntry, type AdminMutation } from './admin-mutation.ts';
import { pendingBy, refusedOf, type PendingChange } from './pending-change.ts';

/** A setting of a booking. Its id becomes that of the change in the booking's history. */
export interface BookingSettingEntry extends AdminEntry<'row'> {
  kind: 'booking-setting';
  bookingId: string;
  field: SettingField;
  /** The value that it replaces. */
  expected: SettingValue;
  value: SettingValue;
  /** The coming visits get it too, but those with a value of their own. */
  forSeries: boolean;
  /** In place of `expected`, of an entry that 1.0.0 stored. */
  expectedRevision?: number;
  /** The server's value, once it has decided. */
  present?: SettingState;
}

export interface BookingSettingReceipt extends Receipt {
  kind: 'booking-setting';
  bookingId: string;
  field: SettingField;
}

type Row = ReplicaRow<'bookings'>;
/** A row that a page of 1.0.0 pulled has no settings of their own. */
type KeptRow = Omit<Row, 'settings'> & Partial<Pick<Row, 'settings'>>;

/** A new entry that sets a checked value in place of the booking's present one. */
export const createBookingSetting = (
  booking: Pick<Row, 'id' | SettingField>,
  field: SettingField,
  value: SettingValue,
  forSeries: boolean,
  userId: string,
  now: number,
): BookingSettingEntry => ({
  ...newEntry('booking-setting', userId, now),
  bookingId: booking.id,
  field,
  expected: booking[field],
  value,
  forSeries,
  file: null,
  step: 'row',
});

const FORBIDDEN = forbidden(
  'You do not have permission to change bookings. Ask another administrator to check your role.',
);

const isBookingSetting = (entry: OutboxEntry): entry is BookingSettingEntry =>
  entry.kind === 'booking-setting';

const keyOf = ({ bookingId, field }: Pick<BookingSettingEntry, 'bookingId' | 'field'>) =>
  `${bookingId} ${field}`;

/** A refused setting waits for its administrator, or for the next one of the same booking and field. */
export const bookingSetting: AdminMutation<BookingSettingEntry> = {
  steps: () => ['row'],
  recordStep: 'row',
  localStep: null,
  // Without a connection the attempt ends here, so that the setting can still be undone.
  precheck: ({ userId }, _, { backendOf }) => checkRole(backendOf(userId), FORBIDDEN),

  async perform(entry, _, { backendOf }) {
    const { id, userId, bookingId, field, expected, value, forSeries, expectedRevision } = entry;
    const result = await backendOf(userId).setBooking({
      ...{ id, bookingId, field, expected, value, forSeries },
      ...(expectedRevision !== undefined && { expectedRevision }),
    });
    if (!('state' in result)) return result;
    const { state, ...said } = result;
    return { ...said, ...(state && { changes: { present: state } }) };
  },

  rateLimit: () => 'change bookings',
  afterRefusal: () => 'ask',

  async applyLocally(entry, refusal, _, __, { replicaOf }) {
    const { userId, bookingId, present } = entry;
    const replica = replicaOf(userId);
    if (!replica || refusal || !present) return;
    const change = (row: KeptRow) => rowAfter(row, entry);
    // If the device cannot write it, the next pull brings the row.
    await changeConfirmed(replica, ['bookings', bookingId], present.rev, change).catch(
      () => undefined,
    );
  },

  receipt: ({ bookingId, field }) =>
    ({ bookingId, field }) satisfies Partial<BookingSettingReceipt>,
  isReceiptNeeded: () => false,
  undo: undoUntilSent,
  entity: () => 'bookings',
  resolvedAt: ({ bookingId }) => ({ screen: 'answer', bookingId }),

  overlay: async (entry) => ({
    table: 'bookings',
    hides: [],
    // The server will refuse a setting whose value changed since, or that was refused once.
    change: attentionOf(entry)
      ? null
      : {
          id: entry.bookingId,
          apply: (row) => {
            const booking = row as Row;
            return isChangedSince(booking, entry) ? row : (rowAfter(booking, entry) as Row);
          },
        },
  }),

  addedRow: () => null,
  replaces: (entry, waiting) => refusedOf(waiting, isBookingSetting, keyOf, keyOf(entry)),
  afterDiscard: () => null,
};

/** True if the booking has another value than the setting was given to. */
function isChangedSince(
  { settings, ...row }: Row,
  { field, expected, expectedRevision }: BookingSettingEntry,
): boolean {
  if (expectedRevision === undefined) return !isSameValue(row[field], expected);
  return settings.some((change) => change.field === field && change.rev > expectedRevision);
}

/** A booking's row with the setting. The same row if it has it already. */
function rowAfter(row: KeptRow, entry: BookingSettingEntry): KeptRow {
  const { settings } = row;
  if (settings?.some(({ id }) => id === entry.id)) return row;
  return {
    ...row,
    ...(!isLeft(row, entry) && { [entry.field]: entry.value }),
    ...(settings && { settings: [...settings, changeOf(entry, row.rev)] }),
  };
}

/** True for a first booking that keeps its value, because the setting is for its coming visits. */
const isLeft = (
  { preferred_date: day }: Pick<Row, 'preferred_date'>,
  { field, forSeries, createdAt }: BookingSettingEntry,
): boolean => forSeries && settingOf(field).pastStays === true && day < londonTime(createdAt).day;

const changeOf = (
  { id, field, value, forSeries, createdAt, present }: BookingSettingEntry,
  rev: number,
): SettingChange => ({
  id,
  field,
  value: settingOf(field).isSecret ? null : value,
  for_series: forSeries,
  created_at: new Date(createdAt).toISOString(),
  by: null,
  rev: present?.rev ?? rev,
});

/** A setting that the server does not have. */
export type PendingSetting = PendingChange<BookingSettingEntry>;

/** The present value of a refused setting: the server's, until a pull brings the row. */
export const presentValue = ({ field, present }: BookingSettingEntry, row: Row): SettingValue =>
  present && present.rev > row.rev ? present.value : row[field];

/** The settings that the server does not have, by `settingKey`. */
export type PendingSettings = ReadonlyMap<string, PendingSetting>;

/** Names a setting of a booking. */
export const settingKey = (bookingId: string, field: SettingField): string =>
  keyOf({ bookingId, field });

/** An administrator's settings among the waiting entries; of two of one field, the later. */
export const pendingSettings = (
  entries: readonly OutboxEntry[],
  causeOf: (entry: OutboxEntry) => WaitCause | null,
): PendingSettings => pendingBy(entries, isBookingSetting, keyOf, causeOf);
