import { onTestFinished } from 'vitest';
import { WITHOUT_OPTIONAL } from '../../support/values.ts';
import type { OfficeAnswer } from '../../../src/core/domain/answers.ts';
import type { SettingField, SettingValue } from '../../../src/core/domain/booking-settings.ts';
import type { OfficeAnswerValues } from '../../../src/core/domain/office-answer.ts';
import type { Slot } from '../../../src/core/domain/slots.ts';
import type { Creation } from '../../../src/core/domain/creation.ts';
import { ENTITIES, type Entity } from '../../../src/core/domain/entities.ts';
import {
  createAddition,
  waitingAdditions,
  type AdditionEntry,
} from '../../../src/core/mutations/addition.ts';
import type {
  AdminEntry,
  AdminPorts,
  PreparePicture,
} from '../../../src/core/mutations/admin-mutation.ts';
import { ADMIN_MUTATIONS } from '../../../src/core/mutations/administrators.ts';
import {
  createBookingSetting,
  type BookingSettingEntry,
} from '../../../src/core/mutations/booking-setting.ts';
import { createDeletion, waitingDeletions } from '../../../src/core/mutations/deletion.ts';
import {
  createOfficeAnswer,
  type OfficeAnswerEntry,
} from '../../../src/core/mutations/office-answer.ts';
import {
  causeAmong,
  listDecided,
  readPending,
  visibleRows,
} from '../../../src/core/waiting/pending.ts';
import type { RemovedRow } from '../../../src/core/mutations/row-removal.ts';
import { storeAdminEntry } from '../../../src/core/mutations/store-admin-entry.ts';
import { attentionOf, type NewFile } from '../../../src/core/outbox/entry.ts';
import { flush, type Outbox } from '../../../src/core/outbox/flush.ts';
import { createQueue } from '../../../src/core/outbox/queue.ts';
import { advance, applyRows } from '../../../src/core/replica/replica-store.ts';
import type { ReplicaRow } from '../../../src/core/server/admin-backend.ts';
import { Database } from '../../../src/core/store/database.ts';
import { ReplicaDatabase } from '../../../src/core/store/replica-database.ts';
import { BOOKING } from './booking-row.ts';
import { createFakeAdminBackend } from './fake-admin-backend.ts';
import { BUSY_LOCKS, pageOf } from './page.ts';

export const ANN = 'ann';
export const BOB = 'bob';

export const call: Creation<'bookings'> = {
  entity: 'bookings',
  values: {
    name: 'Morag Stewart',
    phone: '0141 555 0100',
    email: 'morag@example.com',
    address: '1 High Street, Paisley',
    service_type: 'deep',
    preferred_date: '2026-12-02',
    preferred_time: 'morning',
    ...WITHOUT_OPTIONAL,
    service: 'deep',
    size: '2-bedrooms',
  },
};

export const posting: Creation = {
  entity: 'careers',
  values: {
    title: 'Cleaner',
    type: 'Full-time',
    location: 'Paisley',
    description: 'Clean offices.',
    requirements: ['A van'],
  },
};

export const picture: Creation = {
  entity: 'gallery_images',
  values: { category: 'Before/After', alt: 'A kitchen' },
};

export const testimonial: Creation = {
  entity: 'testimonials',
  values: { name: 'Cara Dunn', role: null, rating: 5, quote: 'They left every room spotless.' },
};

export function jpeg(size = 64): NewFile {
  return {
    name: 'kitchen.jpeg',
    type: 'image/jpeg',
    extension: 'jpg',
    bytes: new Uint8Array(size).fill(7).buffer,
  };
}

const NO_VISIT = { day: null, time_slot: null };

/** A picture that needs no change. */
const asItIs: PreparePicture = async ([picked]) =>
  picked
    ? { ok: true, file: { ...picked, extension: 'jpg' } }
    : { ok: false, message: 'no picture' };

/**
 * An administrators' outbox over a fresh database, with a server in memory and a clock that the
 * test moves.
 */
export function createAdminOutbox() {
  const db = new Database(`test-${crypto.randomUUID()}`);
  const replica = new ReplicaDatabase(`test-${crypto.randomUUID()}`);
  onTestFinished(async () => void (await Promise.all([db.delete(), replica.delete()])));
  const server = createFakeAdminBackend();
  const clock = { now: Date.parse('2026-11-21T12:00:00Z') };
  const device = { now: () => clock.now, random: () => 1 };
  const replicaOf = (userId: string) => (userId === ANN ? replica : null);
  const queueOf = (userId: string) => createQueue(db, () => userId);
  const ports: AdminPorts = {
    backendOf: () => server.backend,
    replicaOf,
    preparePicture: asItIs,
  };
  const queue = queueOf(ANN);
  const outbox: Outbox<AdminPorts> = { queue, mutations: ADMIN_MUTATIONS, ports, device };
  const flushOver = (over = queue, changed: Partial<AdminPorts> = {}, eager = false) =>
    flush({ ...outbox, queue: over, ports: { ...ports, ...changed } }, { eager });

  /** Rows on the server and in Ann's replica, each with its file where the list has any. */
  async function seed(table: Entity, count: number): Promise<RemovedRow[]> {
    const { files } = ENTITIES[table];
    const rows = Array.from({ length: count }, (_, i) => ({
      id: `${table}-${i}`,
      path: files && `${i}.jpg`,
    }));
    for (const { id, path } of rows) {
      server.rows.set(`${table}/${id}`, { id });
      if (files) server.files.set(`${files.bucket}/${path}`, new ArrayBuffer(1));
    }
    await replica.keptRows.bulkPut(
      rows.map(({ id }) => ({ table, id, createdAt: '2026-11-20T12:00:00+00:00', row: { id } })),
    );
    await replica.writeCursor({
      epoch: 'e',
      rev: 9,
      changes: 0,
      expected: [],
      pulledAt: clock.now,
      initialSync: null,
    });
    return rows;
  }

  async function remove(entity: Entity, rows: RemovedRow[], userId = ANN) {
    const fresh = createDeletion(entity, rows, userId, ++clock.now);
    await storeAdminEntry(db, replicaOf(userId), fresh);
    return fresh.entry;
  }

  async function add(
    creation: Creation,
    pictures: NewFile | NewFile[] = [],
    userId = ANN,
  ): Promise<AdditionEntry> {
    const fresh = createAddition(creation, [pictures].flat(), userId, ++clock.now);
    if (!fresh) throw new Error('The addition is not valid');
    await storeAdminEntry(db, replicaOf(userId), fresh);
    return fresh.entry;
  }

  /** A pending booking on the server and in Ann's replica. */
  async function seedBooking(): Promise<ReplicaRow<'bookings'>> {
    const [seeded] = await seed('bookings', 1);
    const row: ReplicaRow<'bookings'> = {
      ...BOOKING,
      id: seeded?.id ?? '',
      name: 'Cara Dunn',
      email: 'cara@example.com',
      rev: 9,
    };
    const { rev, preferred_date: day } = row;
    server.bookings.set(`bookings/${row.id}`, {
      status: 'pending',
      day,
      time_slot: 'morning',
      rev,
    });
    const createdAt = row.created_at;
    await replica.keptRows.put({ table: 'bookings', id: row.id, createdAt, row });
    return row;
  }

  async function answer(
    booking: { id: string; rev: number },
    kind: OfficeAnswer,
    visit: Partial<OfficeAnswerValues> = {},
  ): Promise<OfficeAnswerEntry> {
    const { preferred_date: day, preferred_time: slot } = booking as ReplicaRow<'bookings'>;
    const named = kind === 'confirmed' ? { day, time_slot: slot as Slot } : NO_VISIT;
    const values = { kind, ...named, message: null, ...visit };
    const entry = createOfficeAnswer(booking, values, ANN, ++clock.now);
    await storeAdminEntry(db, replica, { entry, file: null });
    return entry;
  }

  async function set(
    booking: Pick<ReplicaRow<'bookings'>, 'id' | SettingField>,
    field: SettingField,
    value: SettingValue,
    forSeries = false,
  ): Promise<BookingSettingEntry> {
    const entry = createBookingSetting(booking, field, value, forSeries, ANN, ++clock.now);
    await storeAdminEntry(db, replica, { entry, file: null });
    return entry;
  }

  /** The entry as it is stored now. */
  async function stored({ id }: { id: string }): Promise<AdminEntry> {
    const entry = await db.entries.get(id);
    if (!entry) throw new Error('The entry is gone');
    return entry as AdminEntry;
  }

  /** The ids that Ann sees in a list: her replica's without pending deletions. */
  async function seen(table: Entity): Promise<string[]> {
    const pending = await readPending(db, ANN, clock.now);
    const kept = await replica.keptRows
      .where('[table+id]')
      .between([table, ''], [table, '\uffff'])
      .toArray();
    const rows = kept.map(({ id }) => ({ id, rev: 0 }));
    return visibleRows(rows, table, pending).map(({ id }) => id);
  }

  /** A pull writes one row; null deletes it. */
  async function pulled(
    table: Entity,
    id: string,
    row: { id: string; created_at: string; rev: number } | null,
  ): Promise<void> {
    const cursor = await replica.readCursor();
    if (!cursor) throw new Error('Nothing was pulled before');
    await advance(replica, cursor, { rev: cursor.rev + 1 }, () =>
      applyRows(replica, [{ table, id, row: row as ReplicaRow | null }]),
    );
  }

  /** Ann's replica of a list, as stored. */
  const kept = async (table: Entity) =>
    (await replica.keptRows.toArray())
      .filter((found) => found.table === table)
      .map(({ row }) => row);

  /** The additions to a list that its screen shows as unsent, during a flush or not. */
  const additions = async (entity: Entity, isFlushing = true) => {
    const entries = await queue.list();
    const view = { now: clock.now, isFlushing };
    return waitingAdditions(entries, entity, view, causeAmong(entries, clock.now));
  };

  /** A list's deletions that the server has not confirmed. */
  const deletions = async (entity: Entity) => {
    const entries = await queue.list();
    return waitingDeletions(entries, entity, causeAmong(entries, clock.now));
  };

  /** `undo` of a page that sends nothing itself, by a user who was told that it may be too late. */
  const page = pageOf({ db, ...outbox }, { locks: BUSY_LOCKS });
  const undo = (id: string) => page.undo(id, true);

  /** The number of changes to Ann's replica. */
  const countChanges = async () => (await replica.readCursor())?.changes;

  /** Why an entry needs its administrator's attention, as stored. */
  const attention = async (entry: { id: string }) => attentionOf(await stored(entry));

  /** The server's decisions as screens receive them: the id, and the reason of a refusal. */
  const decisions = async () =>
    (await listDecided(db)).map(({ id, refusal }) => [id, refusal] as const);

  return {
    ...{
      db,
      replica,
      server,
      clock,
      ports,
      outbox,
      device,
      queue,
      queueOf,
      flushOver,
      seed,
      remove,
      add,
      seedBooking,
      answer,
      set,
      pulled,
      kept,
      stored,
      attention,
      seen,
      additions,
      deletions,
      undo,
      countChanges,
      decisions,
    },
    flush: (eager = false) => flushOver(queue, {}, eager),
    flushAs: (userId: string) => flushOver(queueOf(userId)),
    /** Ann's flush in another tab, which writes to the replica through `replica`. */
    flushWith: (itsReplica: ReplicaDatabase) =>
      flushOver(queueOf(ANN), { replicaOf: () => itsReplica }),
  };
}
