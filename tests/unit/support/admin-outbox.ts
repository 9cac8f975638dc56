import { onTestFinished } from 'vitest';
import type { Creation } from '../../../src/core/domain/creation.ts';
import { ENTITIES, type Entity } from '../../../src/core/domain/entities.ts';
import type { AdminDecision, AdminDeliveryDeps } from '../../../src/core/outbox/admin-delivery.ts';
import { createDeletion, prepareCreation } from '../../../src/core/outbox/admin-entry.ts';
import { createAdminQueue } from '../../../src/core/outbox/admin-queue.ts';
import { storeAdminEntry } from '../../../src/core/outbox/enqueue-admin.ts';
import type { NewFile } from '../../../src/core/outbox/entry.ts';
import { flushAdmin } from '../../../src/core/outbox/flush-admin.ts';
import { hiddenIds } from '../../../src/core/outbox/pending.ts';
import type { AdminEntry, CreateEntry, DeleteEntry } from '../../../src/core/store/admin-rows.ts';
import { Database } from '../../../src/core/store/database.ts';
import { createFakeAdminBackend } from './fake-admin-backend.ts';

export const ANN = 'ann';
export const BOB = 'bob';

export const posting: Creation = {
  entity: 'careers',
  values: { title: 'Cleaner', type: 'Full-time', location: 'Paisley', description: 'Clean offices.', requirements: ['A van'] },
};

export const picture: Creation = { entity: 'gallery_images', values: { category: 'Before/After', alt: 'A kitchen' } };

export const testimonial: Creation = {
  entity: 'testimonials',
  values: { name: 'Cara Dunn', role: null, rating: 5, quote: 'They left every room spotless.' },
};

export function jpeg(size = 64): NewFile {
  return { name: 'kitchen.jpeg', type: 'image/jpeg', extension: 'jpg', bytes: new Uint8Array(size).fill(7).buffer };
}

/** An administrators' outbox over a fresh database, a server in memory and a clock that the test moves. */
export function createAdminOutbox() {
  const db = new Database(`test-${crypto.randomUUID()}`);
  onTestFinished(() => db.delete());
  const server = createFakeAdminBackend();
  const clock = { now: Date.parse('2026-11-21T12:00:00Z') };
  const decisions: [id: string, decision: AdminDecision][] = [];
  const depsOf = (userId: string): AdminDeliveryDeps => ({
    queue: createAdminQueue(db, userId),
    backend: server.backend,
    now: () => clock.now,
    random: () => 1,
    isOffline: () => false,
    onDecided: ({ id }, decision) => decisions.push([id, decision]),
  });
  const deps = depsOf(ANN);

  /** Rows that the server has and Ann's device keeps a copy of, each with its file where the list has any. */
  async function seed(table: Entity, count: number): Promise<DeleteEntry['rows']> {
    const { files } = ENTITIES[table];
    const rows = Array.from({ length: count }, (_, i) => ({ id: `${table}-${i}`, path: files && `${i}.jpg` }));
    for (const { id, path } of rows) {
      server.rows.set(`${table}/${id}`, { id });
      if (files) server.files.set(`${files.bucket}/${path}`, new ArrayBuffer(1));
    }
    await db.keptRows.bulkPut(rows.map(({ id }) => ({ userId: ANN, table, id, createdAt: '2026-11-20T12:00:00+00:00', row: { id } })));
    await db.cursors.put({ userId: ANN, table, epoch: 'e', rev: 9, changes: 0, pulledAt: clock.now });
    return rows;
  }

  async function remove(entity: Entity, rows: DeleteEntry['rows'], userId = ANN): Promise<DeleteEntry> {
    const entry = createDeletion(entity, rows, userId, ++clock.now);
    await storeAdminEntry(db, entry, null);
    return entry;
  }

  async function create(creation: Creation, file: NewFile | null = null, userId = ANN): Promise<CreateEntry> {
    const entry = prepareCreation(creation, file, userId, ++clock.now);
    if (!entry) throw new Error('The creation is not valid');
    await storeAdminEntry(db, entry, file?.bytes ?? null);
    return entry;
  }

  /** The entry as it is stored now. */
  async function stored({ id }: { id: string }): Promise<AdminEntry> {
    const entry = await db.adminEntries.get(id);
    if (!entry) throw new Error('The entry is gone');
    return entry;
  }

  /** The ids that Ann sees in a list: her copy's, without those that wait to be deleted. */
  async function seen(table: Entity): Promise<string[]> {
    const hidden = hiddenIds(await deps.queue.list(), table);
    const kept = await db.keptRows.where('[userId+table+id]').between([ANN, table, ''], [ANN, table, '\uffff']).toArray();
    return kept.map(({ id }) => id).filter((id) => !hidden.has(id));
  }

  const changesOf = async (table: Entity) => (await db.cursors.get([ANN, table]))?.changes;

  const flush = (eager = false) => flushAdmin(deps, { eager });

  return { db, server, clock, decisions, deps, depsOf, seed, remove, create, stored, seen, changesOf, flush };
}
