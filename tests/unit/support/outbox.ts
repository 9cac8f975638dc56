import { onTestFinished } from 'vitest';
import type { Submission } from '../../../src/core/domain/submission.ts';
import type { DeliveryDeps } from '../../../src/core/outbox/deliver.ts';
import { createDexieQueue } from '../../../src/core/outbox/dexie-queue.ts';
import { prepareEntry, storeEntry } from '../../../src/core/outbox/enqueue.ts';
import type { NewFile } from '../../../src/core/outbox/entry.ts';
import { flush } from '../../../src/core/outbox/flush.ts';
import { Database } from '../../../src/core/store/database.ts';
import type { Entry } from '../../../src/core/store/rows.ts';
import { createFakeBackend } from './fake-backend.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export const booking: Submission = {
  kind: 'booking',
  values: {
    name: 'Ann Carter',
    phone: '0141 496 0000',
    email: 'ann@example.com',
    address: '1 High Street, Paisley',
    service_type: 'deep',
    preferred_date: '2026-12-01',
    preferred_time: 'morning',
    notes: null,
  },
};

export const contact: Submission = {
  kind: 'contact',
  values: { name: 'Ann Carter', email: 'ann@example.com', subject: 'A question', message: 'Do you clean ovens?' },
};

export const application: Submission = {
  kind: 'job_application',
  values: {
    career_id: '5f0c1f0e-6a3b-4b8e-9d57-0d9d2b6f3c11',
    job_title: 'Cleaner',
    name: 'Ann Carter',
    phone: '0141 496 0000',
    email: 'ann@example.com',
    cover_letter: null,
  },
};

export function pdf(size = 64): NewFile {
  const bytes = new Uint8Array(size).map((_, i) => i % 251);
  return { name: 'cv.pdf', type: 'application/pdf', extension: 'pdf', bytes: bytes.buffer };
}

/** An outbox over a fresh database, a server in memory and a clock that the test moves. */
export function createOutbox() {
  const db = new Database(`test-${crypto.randomUUID()}`);
  onTestFinished(() => db.delete());
  const server = createFakeBackend();
  const device = { offline: false };
  const clock = { now: new Date('2026-11-21T12:00:00').getTime() };
  const deps: DeliveryDeps = {
    queue: createDexieQueue(db),
    backend: server.backend,
    place: 'page',
    now: () => clock.now,
    random: () => 1,
    isOffline: () => device.offline,
  };

  async function enqueue(submission: Submission = booking, file: NewFile | null = null): Promise<Entry> {
    const entry = prepareEntry(submission, file, ++clock.now);
    if (!entry) throw new Error('The submission is not valid');
    await storeEntry(db, entry, file?.bytes ?? null);
    return entry;
  }

  /** The entry as it is stored now. */
  async function stored({ id }: { id: string }): Promise<Entry> {
    const entry = await db.entries.get(id);
    if (!entry) throw new Error('The entry is gone');
    return entry;
  }

  return { db, server, device, clock, deps, enqueue, stored, flush: (eager = false) => flush(deps, { eager }) };
}
