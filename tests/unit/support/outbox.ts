import { onTestFinished } from 'vitest';
import type { Submission, SubmissionKind } from '../../../src/core/domain/submission.ts';
import { storeStates } from '../../../src/core/waiting/booking-receipts.ts';
import { listMyRequests } from '../../../src/core/waiting/my-requests.ts';
import type { SubmissionEntry } from '../../../src/core/mutations/submission.ts';
import type { VisitorPorts } from '../../../src/core/mutations/visitor-mutation.ts';
import { createSubmission, VISITOR_MUTATIONS } from '../../../src/core/mutations/visitors.ts';
import { attentionOf, type Fresh, type NewFile } from '../../../src/core/outbox/entry.ts';
import { flush, type Outbox } from '../../../src/core/outbox/flush.ts';
import { createQueue, enqueue as store, type Queue } from '../../../src/core/outbox/queue.ts';
import { Database } from '../../../src/core/store/database.ts';
import { APPLICATION, BOOKING, MESSAGE } from '../../support/values.ts';
import { createFakeBackend } from './fake-backend.ts';
import { BUSY_LOCKS, pageOf } from './page.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export const booking = { kind: 'booking', values: BOOKING } satisfies Submission;

export const contact = { kind: 'contact', values: MESSAGE } satisfies Submission;

export const application = {
  kind: 'job_application',
  values: {
    ...APPLICATION,
    career_id: '5f0c1f0e-6a3b-4b8e-9d57-0d9d2b6f3c11',
    job_title: 'Cleaner',
  },
} satisfies Submission;

export function pdf(size = 64): NewFile {
  const bytes = new Uint8Array(size).map((_, i) => i % 251);
  return { name: 'cv.pdf', type: 'application/pdf', extension: 'pdf', bytes: bytes.buffer };
}

export const fresh = <K extends SubmissionKind>(
  submission: Submission<K>,
  file: NewFile | null = null,
  now = 0,
  id?: string,
): Fresh<SubmissionEntry<K>> => createSubmission(submission, file, now, id);

/** An outbox over a fresh database, with a server in memory and a clock that the test moves. */
export function createOutbox() {
  const db = new Database(`test-${crypto.randomUUID()}`);
  onTestFinished(() => db.delete());
  const server = createFakeBackend();
  const clock = { now: new Date('2026-11-21T12:00:00').getTime() };
  const queue = createQueue(db);
  const outbox: Outbox<VisitorPorts> = {
    queue,
    mutations: VISITOR_MUTATIONS,
    ports: {
      backend: server.backend,
      place: 'page',
      onState: (id, known) => storeStates(db, new Map([[id, known]])),
    },
    device: { now: () => clock.now, random: () => 1 },
  };
  const flushOver = (over: Queue, eager = false) => flush({ ...outbox, queue: over }, { eager });

  async function enqueue(
    submission: Submission = booking,
    file: NewFile | null = null,
  ): Promise<SubmissionEntry> {
    const made = fresh(submission, file, ++clock.now);
    await store(db, made);
    return made.entry;
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
  const myRequests = (now = clock.now, isFlushing = true) =>
    listMyRequests(db, queue, async () => ({ now, isFlushing }));

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
    myRequests,
    /** The submissions among them. */
    requests: async (...at: Parameters<typeof myRequests>) => (await myRequests(...at)).submissions,
    flushOver,
    flush: (eager = false) => flushOver(queue, eager),
    /** `undo` of a page that sends nothing itself. */
    undo: pageOf({ db, ...outbox }, { locks: BUSY_LOCKS }).undo,
  };
}
