import { expect, test } from 'vitest';
import { REPLICA_TABLES } from '../../../src/core/domain/entities.ts';
import { createAddition } from '../../../src/core/mutations/addition.ts';
import type { AdminEntry, AdminPorts } from '../../../src/core/mutations/admin-mutation.ts';
import { ADMIN_MUTATIONS } from '../../../src/core/mutations/administrators.ts';
import { createBookingSetting } from '../../../src/core/mutations/booking-setting.ts';
import { createCustomerAnswer } from '../../../src/core/mutations/customer-answer.ts';
import { createDeletion } from '../../../src/core/mutations/deletion.ts';
import { listMyRequests } from '../../../src/core/waiting/my-requests.ts';
import {
  createOfficeAnswer,
  type OfficeAnswerEntry,
} from '../../../src/core/mutations/office-answer.ts';
import { entityOf, readWaiting } from '../../../src/core/waiting/pending.ts';
import { createWithdrawal } from '../../../src/core/mutations/row-removal.ts';
import type { VisitorPorts } from '../../../src/core/mutations/visitor-mutation.ts';
import { VISITOR_MUTATIONS } from '../../../src/core/mutations/visitors.ts';
import { isReadable, needsAttention, type Fresh } from '../../../src/core/outbox/entry.ts';
import { flush } from '../../../src/core/outbox/flush.ts';
import type { Mutation, Mutations } from '../../../src/core/outbox/mutation.ts';
import { enqueue } from '../../../src/core/outbox/queue.ts';
import type { OutboxEntry } from '../../../src/core/store/device-schema.ts';
import { ANN, createAdminOutbox, jpeg, picture } from '../support/admin-outbox.ts';
import { aCustomerBooking } from '../support/booking-events.ts';
import { createFakeBackend, OFFLINE } from '../support/fake-backend.ts';
import { application, booking, contact, fresh, HOUR, pdf } from '../support/outbox.ts';
import { BUSY_LOCKS, pageOf } from '../support/page.ts';

type Ports = VisitorPorts & AdminPorts;

const ALL: Mutations<Mutation<OutboxEntry, Ports>> = { ...VISITOR_MUTATIONS, ...ADMIN_MUTATIONS };

/** Calls each function of a port through `around`. */
const wrap = <Port extends object>(port: Port, around: (call: () => unknown) => unknown): Port =>
  new Proxy(port, {
    get: (target, name) => {
      const call = Reflect.get(target, name) as (...args: unknown[]) => unknown;
      return name === 'publicUrl' ? call : (...args: unknown[]) => around(() => call(...args));
    },
  });

/** The device of a visitor and of Ann. `lost`: the number of the request whose response is lost. */
function createDevice(lost = Infinity) {
  const admin = createAdminOutbox();
  const { db, clock, queue, device, server: office } = admin;
  const server = createFakeBackend();
  const answers = new Set<string>();
  let requests = 0;
  const around = async (call: () => unknown) => {
    const number = requests++;
    const response = await call();
    return number === lost ? OFFLINE : response;
  };
  const backend: Ports['backend'] = {
    ...server.backend,
    answerBooking: async ({ eventId }) => {
      answers.add(eventId);
      return { outcome: 'accepted', state: aCustomerBooking() };
    },
  };
  const ports: Ports = {
    ...admin.ports,
    backendOf: () => wrap(office.backend, around),
    backend: wrap(backend, around),
    place: 'page',
    onState: async () => undefined,
  };
  const outbox = { queue, mutations: ALL, ports, device };
  return {
    ...admin,
    wasLost: () => requests > lost,
    requests: () => requests,
    flush: () => flush(outbox, { eager: true }),
    undo: pageOf({ db, ...outbox }, { locks: BUSY_LOCKS }).undo,
    myRequests: () => listMyRequests(db, queue, async () => ({ now: clock.now, isFlushing: true })),
    /** Everything that both servers have. */
    effect: () =>
      [
        server.rows,
        server.files,
        answers,
        office.rows,
        office.files,
        office.events,
        office.changes,
      ].map(({ size }) => size),
  };
}

type Device = ReturnType<typeof createDevice>;

/** Of each mutation, a new entry on a device whose server has what it changes. */
const MADE: Record<string, (device: Device) => Promise<Fresh>> = {
  booking: async () => fresh(booking),
  job_application: async () => fresh(application, pdf()),
  contact: async () => fresh(contact),
  'customer-answer': async () => ({
    entry: createCustomerAnswer('cancelled', { state: aCustomerBooking(), readAt: 1 }, 1),
    file: null,
  }),
  'office-answer': async ({ seedBooking }) => {
    const values = { kind: 'declined', day: null, time_slot: null, message: null } as const;
    return { entry: createOfficeAnswer(await seedBooking(), values, ANN, 1), file: null };
  },
  'booking-setting': async ({ seedBooking }) => {
    const row = await seedBooking();
    return { entry: createBookingSetting(row, 'crew', ['ann'], false, ANN, 1), file: null };
  },
  addition: async ({ seed }) => {
    await seed('gallery_images', 1);
    const made = createAddition(picture, [jpeg()], ANN, 1);
    if (!made) throw new Error('The addition is not valid');
    return made;
  },
  deletion: async ({ seed }) =>
    createDeletion('job_applications', await seed('job_applications', 1001), ANN, 1),
  withdrawal: async ({ seed }) => {
    const [row] = await seed('gallery_images', 2);
    if (!row) throw new Error('Nothing was seeded');
    return { entry: createWithdrawal('gallery_images', row, ANN, 1), file: null };
  },
};

const KINDS = Object.keys(ALL);

async function createWaiting(kind: string, lost?: number) {
  const device = createDevice(lost);
  const made = await MADE[kind]?.(device);
  const mutation = ALL[kind];
  if (!made || !mutation) throw new Error(`There is no ${kind}`);
  await enqueue(device.db, made);
  return { ...device, entry: made.entry, mutation };
}

test('each mutation has an entry here', () => {
  expect(Object.keys(MADE).sort()).toEqual(KINDS.sort());
});

test.each(KINDS)('a new %s begins with the first of its steps', async (kind) => {
  const { entry, mutation } = await createWaiting(kind);
  const steps = mutation.steps(entry);
  expect(entry).toMatchObject({ kind, step: steps[0], serverMayHave: 'nothing', revision: 0 });
  for (const step of [mutation.recordStep, mutation.localStep])
    if (step !== null) expect(steps).toContain(step);
  expect(isReadable(entry)).toBe(true);
});

test.each(KINDS)(
  'a %s ends with a receipt that has none of its personal data, and leaves nothing else',
  async (kind) => {
    const { db, entry, flush: send } = await createWaiting(kind);
    expect(await send()).toEqual({ waiting: [], nextInMs: null });
    const receipts = await db.receipts.toArray();
    const { id, userId } = entry;
    expect(receipts).toMatchObject([{ id, kind, userId, refusal: null }]);
    expect(JSON.stringify(receipts)).not.toMatch(/Ailsa|ailsa|0141|Gauze/);
    expect([await db.entries.count(), await db.files.count()]).toEqual([0, 0]);
  },
);

test.each(KINDS)('a %s has its effect once, whichever response is lost', async (kind) => {
  const { effect, flush: send } = await createWaiting(kind);
  const before = effect();
  await send();
  const once = effect();
  expect(once).not.toEqual(before);

  for (let lost = 0, isOver = false; !isOver; lost++) {
    const device = await createWaiting(kind, lost);
    for (let run = 0; run < 3; run++) {
      await device.flush();
      device.clock.now += HOUR;
    }
    isOver = !device.wasLost();
    expect(device.effect(), `response ${lost} lost`).toEqual(once);
    expect(await device.db.entries.count(), `response ${lost} lost`).toBe(0);
  }
});

test.each(KINDS)('a %s is shown while it waits', async (kind) => {
  const { db, entry, mutation, myRequests } = await createWaiting(kind);
  const { submissions, answers } = await myRequests();
  const isForVisitor = entry.userId === null;
  expect(submissions.length + answers.length).toBe(isForVisitor ? 1 : 0);
  expect((await readWaiting(db, ANN)).count).toBe(isForVisitor ? 0 : 1);
  if (isForVisitor) return;
  const admin = ADMIN_MUTATIONS[kind];
  const overlay = await admin?.overlay(entry as AdminEntry, async () => null);
  expect(REPLICA_TABLES).toContain(overlay?.table);
  expect(overlay?.table).toBe(entityOf(entry));
  expect(mutation.rateLimit(entry)).toContain('change');
});

test.each(Object.keys(ADMIN_MUTATIONS))(
  'a %s that was refused needs its administrator, on a screen that has it',
  async (kind) => {
    const { db, entry } = await createWaiting(kind);
    const state = needsAttention({ reason: 'refused', message: 'No.' });
    await db.entries.update(entry.id, { state });
    const { refused, resolvedAt } = await readWaiting(db, ANN);
    expect(refused).toBe(1);
    expect(resolvedAt).toEqual(
      kind === 'office-answer' || kind === 'booking-setting'
        ? { screen: 'answer', bookingId: (entry as OfficeAnswerEntry).bookingId }
        : { screen: 'list', entity: entityOf(entry) },
    );
  },
);

test.each(KINDS)('a %s that is undone before it was sent leaves nothing', async (kind) => {
  const { db, entry, undo, flush: send, requests } = await createWaiting(kind);
  const canUndo = kind !== 'withdrawal';
  expect(await undo(entry.id, false)).toBe(canUndo);
  if (!canUndo) return;
  await send();
  expect(requests()).toBe(0);
  expect([await db.entries.count(), await db.files.count(), await db.receipts.count()]).toEqual([
    0, 0, 0,
  ]);
});

test.each(KINDS)('a %s of a later release is left alone', async (kind) => {
  const { db, entry, undo, flush: send, requests } = await createWaiting(kind);
  await db.entries.update(entry.id, { version: 99 });
  expect(await send()).toEqual({ waiting: [], nextInMs: null });
  expect([requests(), await undo(entry.id, true), await db.entries.count()]).toEqual([0, false, 1]);
});
