import { describe, expect, test } from 'vitest';
import { beginEdit, replaceEntry, returnToForm } from '../../../src/core/mutations/edit-entry.ts';
import { inPlaceOf } from '../../../src/core/mutations/submission.ts';
import type { NewFile } from '../../../src/core/outbox/entry.ts';
import { retryEntry } from '../../../src/core/outbox/queue.ts';
import type { Submission } from '../../../src/core/domain/submission.ts';
import { OFFLINE, REFUSED, SERVER_ERROR } from '../support/fake-backend.ts';
import { application, booking, createOutbox, fresh, HOUR, MINUTE, pdf } from '../support/outbox.ts';

const changed: typeof booking = {
  ...booking,
  values: { ...booking.values, notes: 'Ring twice' },
};
const otherApplication: typeof application = {
  ...application,
  values: { ...application.values, phone: '0141 496 0001' },
};

function createDevice() {
  const outbox = createOutbox();
  const { clock } = outbox;
  const edit = (id: string) => beginEdit(outbox, id, clock.now);

  /** Submits a form that edits an entry. Returns the id that it is sent under. */
  async function submit(id: string, submission: Submission = changed, file: NewFile | null = null) {
    const next = fresh(submission, file, clock.now);
    return replaceEntry(outbox, id, submission.kind, next, inPlaceOf(id, next));
  }

  /** The attempts of a flush of everything due, an hour later. */
  const flushLater = () => {
    clock.now += HOUR;
    return outbox.flush();
  };
  return { ...outbox, edit, submit, flushLater };
}

const RESERVED = 30 * MINUTE;

describe('while it is edited, a request', () => {
  test('stays in the queue, is in its form, and waits for half an hour', async () => {
    const { db, server, clock, enqueue, edit, requests, flush } = createDevice();
    const { id } = await enqueue();
    expect(await edit(id)).toBe(true);
    expect(await db.forms.get('booking')).toEqual({
      key: 'booking',
      userId: null,
      id,
      values: booking.values,
      savedAt: clock.now,
      replaces: { id, keepsFile: false, day: '2027-03-01' },
    });
    const editedUntil = clock.now + RESERVED;
    clock.now = editedUntil - 1;
    expect(await flush(true)).toEqual({ waiting: [id], nextInMs: 1 });
    expect(server.calls).toEqual([]);
    expect(await requests()).toMatchObject([
      { id, state: 'waiting', editedUntil, canRetry: true, canEdit: true, canUndo: true },
    ]);
  });

  test('is sent as it was when its sender never comes back', async () => {
    const { server, clock, enqueue, edit, requests, flush } = createDevice();
    const { id } = await enqueue();
    await edit(id);
    clock.now += RESERVED;
    await flush();
    expect(server.rows.get(id)).toMatchObject(booking.values);
    expect(await requests()).toMatchObject([{ id, state: 'sent', editedUntil: null }]);
  });

  test('waits half an hour from the last time that its sender opened it', async () => {
    const { server, clock, enqueue, edit, flush } = createDevice();
    const { id } = await enqueue();
    await edit(id);
    clock.now += RESERVED - 1;
    await edit(id);
    expect(await flush()).toEqual({ waiting: [id], nextInMs: RESERVED });
    expect(server.calls).toEqual([]);
  });

  test('is sent as it was when the clock is set back', async () => {
    const { server, clock, enqueue, edit, flush } = createDevice();
    const { id } = await enqueue();
    await edit(id);
    clock.now -= HOUR;
    await flush();
    expect(server.rows.get(id)).toMatchObject(booking.values);
  });

  test('keeps the count of its failures', async () => {
    const { server, clock, enqueue, edit, flush } = createDevice();
    const { id } = await enqueue();
    server.scripts.row = [SERVER_ERROR, SERVER_ERROR];
    await flush();
    await edit(id);
    clock.now += RESERVED;
    expect(await flush()).toEqual({ waiting: [id], nextInMs: 4_000 });
  });

  test('shows no cause of its wait', async () => {
    const { server, enqueue, edit, requests, flush } = createDevice();
    const { id } = await enqueue();
    server.scripts.row = [OFFLINE];
    await flush();
    await edit(id);
    expect(await requests()).toMatchObject([{ state: 'waiting', cause: null }]);
  });

  test('that needs its sender stays so', async () => {
    const { server, enqueue, edit, requests, flushLater } = createDevice();
    const { id } = await enqueue();
    server.scripts.row = [REFUSED];
    await flushLater();
    await edit(id);
    await flushLater();
    expect(server.calls).toEqual([`row ${id}`]);
    expect(await requests()).toMatchObject([{ id, state: 'attention', editedUntil: null }]);
  });

  test('is sent as it was at once when the changes are given up', async () => {
    const { queue, server, enqueue, edit, flush } = createDevice();
    const { id } = await enqueue();
    await edit(id);
    await retryEntry(queue, id);
    await flush();
    expect(server.rows.get(id)).toMatchObject(booking.values);
  });

  test('is not sent by a flush that read an older revision', async () => {
    const { server, queue, enqueue, edit, flush } = createDevice();
    const { id } = await enqueue();
    const list = queue.list.bind(queue);
    queue.list = async () => {
      const entries = await list();
      await edit(id);
      return entries;
    };
    await flush();
    expect(server.calls).toEqual([]);
  });

  test('keeps its file in its form, in place of an older one', async () => {
    const { db, clock, enqueue, edit } = createDevice();
    await db.formFiles.put({ key: 'job_application', ...pdf(9), savedAt: clock.now });
    const { id } = await enqueue(application, pdf());
    await edit(id);
    const { name, bytes } = pdf();
    expect(await db.formFiles.toArray()).toEqual([
      { key: 'job_application', name, bytes, savedAt: clock.now },
    ]);
  });
});

test('an edited request is sent once, with its changes, under the reference it had', async () => {
  const { db, server, enqueue, edit, submit, flushLater } = createDevice();
  const { id } = await enqueue();
  await edit(id);
  expect(await submit(id)).toEqual({ id, isSent: false });
  await flushLater();
  expect([...server.rows.values()]).toEqual([{ id, ...changed.values }]);
  expect(await db.receipts.get(id)).not.toHaveProperty('hasOnlyFormer');
  expect(await db.forms.count()).toBe(0);
});

test('a request whose response was lost, and that was refused later and then edited, makes no second record, and its sender reads that', async () => {
  const { server, enqueue, edit, submit, requests, flushLater } = createDevice();
  const { id } = await enqueue();
  server.scripts.row = ['lost', REFUSED];
  await flushLater();
  await flushLater();
  expect(await requests()).toMatchObject([{ state: 'attention', mayHaveArrived: true }]);
  await edit(id);
  await submit(id);
  await flushLater();
  expect([...server.rows.values()]).toEqual([{ id, ...booking.values }]);
  expect(await requests()).toMatchObject([{ id, state: 'sent', hasOnlyFormer: true }]);
});

test('a request that did not arrive and was edited is stored with its changes', async () => {
  const { server, enqueue, edit, submit, requests, flushLater } = createDevice();
  const { id } = await enqueue();
  server.scripts.row = [OFFLINE];
  await flushLater();
  await edit(id);
  await submit(id);
  await flushLater();
  expect([...server.rows.values()]).toEqual([{ id, ...changed.values }]);
  expect(await requests()).toMatchObject([{ state: 'sent', hasOnlyFormer: false }]);
});

test('a request that was sent meanwhile stays as it is', async () => {
  const { server, enqueue, edit, submit, flushLater } = createDevice();
  const { id } = await enqueue();
  await edit(id);
  await flushLater();
  expect(await submit(id)).toEqual({ id, isSent: true });
  await flushLater();
  expect([...server.rows.values()]).toEqual([{ id, ...booking.values }]);
});

test('a request that was discarded meanwhile, and had arrived, makes no second record', async () => {
  const { server, enqueue, edit, submit, requests, flushLater, undo } = createDevice();
  const { id } = await enqueue();
  server.scripts.row = ['lost'];
  await flushLater();
  await edit(id);
  await undo(id, true);
  await submit(id);
  await flushLater();
  expect(server.rows.size).toBe(1);
  expect(await requests()).toMatchObject([{ id, hasOnlyFormer: true }]);
});

test('a sent request cannot be edited', async () => {
  const { enqueue, edit, server, flushLater } = createDevice();
  const { id } = await enqueue();
  server.scripts.email = [OFFLINE];
  await flushLater();
  expect(await edit(id)).toBe(false);
});

describe('the file of an edited application', () => {
  test('is not uploaded again when it is the same', async () => {
    const { server, enqueue, edit, submit, flushLater } = createDevice();
    const { id } = await enqueue(application, pdf());
    server.scripts.row = [REFUSED];
    await flushLater();
    await edit(id);
    await submit(id, otherApplication, pdf());
    await flushLater();
    expect(server.calls).toEqual([`file ${id}.pdf`, `row ${id}`, `row ${id}`, `email ${id}`]);
    expect(server.rows.get(id)).toMatchObject({ phone: '0141 496 0001', resume_path: `${id}.pdf` });
  });

  test('is uploaded under a new id when another one may be stored under the old id, and nothing else has arrived', async () => {
    const { db, server, enqueue, edit, submit, flushLater } = createDevice();
    const { id } = await enqueue(application, pdf());
    server.scripts.row = [REFUSED];
    await flushLater();
    await edit(id);
    const { id: newId } = await submit(id, otherApplication, pdf(99));
    await flushLater();
    expect([...server.rows.keys()]).toEqual([newId]);
    expect(server.files.get(`${newId}.pdf`)?.bytes.byteLength).toBe(99);
    expect(await db.entries.count()).toBe(0);
  });

  test('stays the first one when the application may have arrived with it', async () => {
    const { db, server, enqueue, edit, submit, flushLater } = createDevice();
    const { id } = await enqueue(application, pdf());
    server.scripts.row = ['lost'];
    await flushLater();
    await edit(id);
    expect(await db.forms.get('job_application')).toMatchObject({
      replaces: { id, keepsFile: true },
    });
    await submit(id, otherApplication, pdf(99));
    await flushLater();
    expect([...server.rows.keys()]).toEqual([id]);
    expect(server.files.get(`${id}.pdf`)?.bytes.byteLength).toBe(64);
  });

  test('is replaced when nothing of the application has left the device', async () => {
    const { server, enqueue, edit, submit, flushLater } = createDevice();
    const { id } = await enqueue(application, pdf());
    await edit(id);
    await submit(id, application, pdf(99));
    await flushLater();
    expect(server.files.get(`${id}.pdf`)?.bytes.byteLength).toBe(99);
  });
});

describe('a refused request whose form is open', () => {
  test('goes back to the form and from the device when it was refused at its only try', async () => {
    const { db, queue, server, clock, enqueue, flushLater } = createDevice();
    const { id } = await enqueue(application, pdf());
    server.scripts.row = [REFUSED];
    await flushLater();
    expect(await returnToForm({ db, queue }, id, false, clock.now)).toBeNull();
    expect([await db.entries.count(), await db.files.count(), await db.formFiles.count()]).toEqual([
      0, 0, 1,
    ]);
    expect(await returnToForm({ db, queue }, id, false, clock.now)).toBeUndefined();
  });

  test('stays on the device, to be sent again under its id, when an earlier try may have arrived', async () => {
    const { db, queue, server, clock, enqueue, submit, flushLater } = createDevice();
    const { id } = await enqueue();
    server.scripts.row = ['lost', REFUSED];
    await flushLater();
    await flushLater();
    expect(await returnToForm({ db, queue }, id, false, clock.now)).toEqual({
      id,
      keepsFile: false,
      day: '2027-03-01',
    });
    expect(await db.entries.count()).toBe(1);
    await submit(id);
    await flushLater();
    expect(server.rows.size).toBe(1);
  });

  test('stays on the device, to be sent again under its id, when its sender had read its reference', async () => {
    const { db, queue, server, clock, enqueue, edit, submit, requests, flushLater } =
      createDevice();
    const { id } = await enqueue();
    await edit(id);
    await submit(id);
    server.scripts.row = [REFUSED];
    await flushLater();
    expect(await returnToForm({ db, queue }, id, true, clock.now)).toEqual({
      id,
      keepsFile: false,
      day: '2027-03-01',
    });
    expect(await requests()).toMatchObject([{ id, state: 'attention', mayHaveArrived: false }]);
    await submit(id);
    await flushLater();
    expect([...server.rows.keys()]).toEqual([id]);
  });
});
