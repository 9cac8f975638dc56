import { onTestFinished } from 'vitest';
import type { Submission } from '../../../src/core/domain/submission.ts';
import { attentionOf, type NewFile } from '../../../src/core/outbox/entry.ts';
import { flush } from '../../../src/core/outbox/flush.ts';
import { Database } from '../../../src/core/store/database.ts';
import type { SubmissionEntry } from '../../../src/core/store/rows.ts';
import { prepareEntry, storeEntry } from '../../../src/core/submissions/new-submission.ts';
import { listRequests } from '../../../src/core/submissions/requests.ts';
import { storeStates } from '../../../src/core/submissions/request-states.ts';
import { visitorKinds } from '../../../src/core/submissions/kinds.ts';
import { createQueue, type Queue } from '../../../src/core/outbox/queue.ts';
import { APPLICATION, BOOKING, MESSAGE } from '../../support/values.ts';
import { createFakeBackend } from './fake-backend.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export const booking: Submission = { kind: 'booking', values: BOOKING };

export const contact: Submission = { kind: 'contact', values: MESSAGE };

export const application: Submission = {
  kind: 'job_application',
  values: {
    ...APPLICATION,
    career_id: '5f0c1f0e-6a3b-4b8e-9d57-0d9d2b6f3c11',
    job_title: 'Cleaner',
  },
};

export function pdf(size = 64): NewFile {
  const bytes = new Uint8Array(size).map((_, i) => i % 251);
  return { name: 'cv.pdf', type: 'application/pdf', extension: 'pdf', bytes: bytes.buffer };
}

/** An outbox over a fresh database, with a server in memory and a clock that the test moves. */
export function createOutbox() {
  const db = new Database(`test-${crypto.randomUUID()}`);
  onTestFinished(() => db.delete());
  const server = createFakeBackend();
  const clock = { now: new Date('2026-11-21T12:00:00').getTime() };
  const queue = createQueue(db);
  const outbox = {
    queue,
    kinds: visitorKinds({
      backend: server.backend,
      place: 'page',
      onState: (id, known) => storeStates(db, new Map([[id, known]])),
    }),
    device: { now: () => clock.now, random: () => 1 },
  };
  const flushOver = (over: Queue, eager = false) => flush({ ...outbox, queue: over }, { eager });

  async function enqueue(
    submission: Submission = booking,
    file: NewFile | null = null,
  ): Promise<SubmissionEntry> {
    const entry = prepareEntry(submission, file, ++clock.now);
    if (!entry) throw new Error('The submission is not valid');
    await storeEntry(db, entry, file?.bytes ?? null);
    return entry;
  }

  /** The entry as it is stored now. */
  async function stored({ id }: { id: string }): Promise<SubmissionEntry> {
    const entry = await db.entries.get(id);
    if (!entry) throw new Error('The entry is gone');
    return entry as SubmissionEntry;
  }

  /** Why it needs its sender, as it is stored now. */
  const attention = async (entry: { id: string }) => attentionOf(await stored(entry));

  /** The content of My requests at a time, during a flush or not. */
  const requests = (now = clock.now, isFlushing = true) =>
    listRequests(db, queue, async () => ({ now, isFlushing }));

  return {
    db,
    server,
    backend: server.backend,
    clock,
    queue,
    outbox,
    enqueue,
    attention,
    stored,
    requests,
    flushOver,
    flush: (eager = false) => flushOver(queue, eager),
  };
}
