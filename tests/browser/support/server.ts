import type { AdminBackend, ReplicaRow } from '../../../src/core/server/admin-backend.ts';
import type { AuthBackend, Session } from '../../../src/core/server/auth-backend.ts';
import type { CrewBackend } from '../../../src/core/server/crew-backend.ts';
import type { PushBackend } from '../../../src/core/server/push-backend.ts';
import type { TeamBackend } from '../../../src/core/server/team-backend.ts';
import type { BookingState } from '../../../src/core/domain/booking-events.ts';
import type { ReplicaTable } from '../../../src/core/domain/entities.ts';
import { aRecordedEvent } from '../../unit/support/booking-events.ts';
import { createFakeAdminBackend } from '../../unit/support/fake-admin-backend.ts';
import { createFakeBackend, OFFLINE } from '../../unit/support/fake-backend.ts';
import { createFakeLists } from '../../unit/support/fake-lists.ts';
import { ISLA } from '../../unit/support/portal-device.ts';

/** A picture of 640 by 480. */
export const PICTURE =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"/>';

type PublicTable = 'careers' | 'gallery_images' | 'testimonials';

export const SESSION: Session = {
  accessToken: 'token-1',
  refreshToken: 'refresh-1',
  lifetimeMs: 3_600_000,
  user: ISLA,
  factor: null,
};

const read = <T>(value: T) => ({ outcome: 'read', value }) as const;

/** The state of a booking of the lists. */
export const stateOf = (row: ReplicaRow<'bookings'>) =>
  ({
    status: row.status,
    day: row.preferred_date,
    time_slot: row.preferred_time,
    rev: row.rev,
  }) as BookingState;

/** A backend in memory: each port of the pages is one of the unit tests' fakes. */
function createServer() {
  const visitors = createFakeBackend();
  const admin = createFakeAdminBackend();
  const lists = createFakeLists();
  /** The rows of the public lists, the newest first. A function replaces the whole response. */
  const publicRows: Record<PublicTable, object[] | (() => Promise<Response>)> = {
    careers: [],
    gallery_images: [],
    testimonials: [],
  };

  const auth: AuthBackend = {
    signIn: async () => read(SESSION),
    signUp: async () => OFFLINE,
    renew: async () => read(SESSION),
    openLink: async () => read(SESSION),
    readAccount: async () => read(SESSION),
    changePassword: async () => read(SESSION.user),
    startFactor: async () => OFFLINE,
    enterCode: async () => OFFLINE,
    removeFactor: async () => OFFLINE,
    signOut: async () => read(null),
  };
  const team: TeamBackend = {
    makeCode: async () => OFFLINE,
    listDevices: async () => read([]),
    endDevice: async () => OFFLINE,
    signPicture: async () => OFFLINE,
    listKeptPictures: async () => read([]),
    keepPicture: async () => OFFLINE,
  };
  const push: PushBackend = {
    readKey: async () => read(null),
    listDevices: async () => read([]),
    addDevice: async () => OFFLINE,
    removeDevice: async () => OFFLINE,
  };
  const crew: CrewBackend = {
    register: async () => OFFLINE,
    readDays: async () => OFFLINE,
    report: async () => OFFLINE,
    uploadPhoto: async () => OFFLINE,
    notifyOffice: async () => OFFLINE,
    notify: async () => OFFLINE,
  };

  const office: AdminBackend = {
    ...admin.backend,
    ...lists.backend,
    // An accepted row or answer is in the lists from then on, and a deleted row is not.
    insertRow: async (table, row) => {
      const result = await admin.backend.insertRow(table, row);
      if (result.outcome === 'accepted' && !lists.ids(table).includes(row.id))
        lists.add(1, table, { ...row, created_at: new Date().toISOString() });
      return result;
    },
    deleteRows: async (table, ids) => {
      const result = await admin.backend.deleteRows(table, ids);
      if (result.outcome === 'accepted') lists.remove(...ids);
      return result;
    },
    answerBooking: async (answer) => {
      const { eventId: id, bookingId, kind, day, time_slot, message } = answer;
      const row = lists.rowOf(bookingId) as unknown as ReplicaRow<'bookings'> | undefined;
      if (row) admin.bookings.set(`bookings/${bookingId}`, stateOf(row));
      const result = await admin.backend.answerBooking(answer);
      if (result.outcome === 'accepted' && row) {
        const { state } = result;
        const answered = { id, kind, day, time_slot, message, rev: state.rev };
        const event = aRecordedEvent({ ...answered, created_at: new Date().toISOString() });
        const { status, day: preferred_date, time_slot: preferred_time } = state;
        const events = [...row.events, event];
        lists.change(bookingId, { status, preferred_date, preferred_time, events });
      }
      return result;
    },
    publicUrl: () => PICTURE,
    countRows: async (table) => read(table === 'browser_errors' ? 0 : lists.ids(table).length),
    signResumeLink: async () => OFFLINE,
    sendAlert: async () => OFFLINE,
  };

  /** Adds rows to a list of the office. Returns their ids. */
  const store = <T extends ReplicaTable>(table: T, ...rows: Partial<ReplicaRow<T>>[]): string[] =>
    rows.map((row: Partial<ReplicaRow>) => {
      const columns = { id: crypto.randomUUID(), ...row };
      // The list gives the revision.
      delete columns.rev;
      lists.add(1, table, columns);
      return columns.id;
    });

  return { visitors, admin, lists, publicRows, auth, team, push, crew, office, store };
}

/** The server of the present test. */
export let server = createServer();
export const resetServer = (): void => void (server = createServer());
