import { describe, expect, test } from 'vitest';
import { prepareEntry, storeEdit } from '../../../src/core/submissions/new-submission.ts';
import type { NewFile } from '../../../src/core/outbox/entry.ts';
import {
  beginEdit,
  discardEntry,
  endEdit,
  renewEdit,
  returnToForm,
} from '../../../src/core/submissions/manage-requests.ts';
import { dayOf, type Submission } from '../../../src/core/domain/submission.ts';
import { OFFLINE, REFUSED } from '../support/fake-backend.ts';
import { application, booking, createOutbox, HOUR, MINUTE, pdf } from '../support/outbox.ts';

const changed: Submission = {
  ...booking,
  values: { ...booking.values, notes: 'Ring twice' },
} as typeof booking;
const otherApplication: Submission = {
  ...application,
  values: { ...application.values, phone: '0141 496 0001' },
} as typeof application;

function createDevice() {
  const outbox = createOutbox();
  const { db, clock } = outbox;
  const edit = (id: string) => beginEdit(db, id, clock.now);

  /** Submits a form that edits an entry. Returns the id that it is sent under. */
  async function submit(id: string, submission: Submission = changed, file: NewFile | null = null) {
    const fresh = prepareEntry(submission, file, clock.now);
    if (!fresh) throw new Error('The submission is not valid');
    return storeEdit(db, id, fresh, file, clock.now);
  }

  /** The attempts of a flush of everything due, an hour later. */
  const flushLater = () => {
    clock.now += HOUR;
    return outbox.flush();
  };
  return { ...outbox, edit, submit, flushLater };
}

const HELD = 15 * MINUTE;

describe('while it is edited, a request', () => {
  test('stays in the queue, is in its form’s draft, and is held for a quarter of an hour', async () => {
    const { db, server, clock, enqueue, edit, requests, flush } = createDevice();
    const { id } = await enqueue();
    expect(await edit(id)).toBe(true);
    expect(await db.drafts.get('booking')).toEqual({
      form: 'booking',
      id,
      values: booking.values,
      savedAt: clock.now,
      edits: { id, keepsFile: false, day: dayOf(booking) },
    });
    const reservedUntil = clock.now + HELD;
    clock.now = reservedUntil - 1;
    expect(await flush(true)).toEqual({ waiting: [id], nextInMs: 1 });
    expect(server.calls).toEqual([]);
    expect(await requests()).toMatchObject([
      { id, state: 'waiting', reservedUntil, canRetry: true, canEdit: true, canDiscard: true },
    ]);
  });

  test('goes out as it was when its sender never comes back', async () => {
    const { server, clock, enqueue, edit, requests, flush } = createDevice();
    const { id } = await enqueue();
    await edit(id);
    clock.now += HELD;
    await flush();
    expect(server.rows.get(id)).toMatchObject(booking);
    expect(await requests()).toMatchObject([{ id, state: 'sent', reservedUntil: null }]);
  });

  test('is held as long as its sender goes on typing', async () => {
    const { db, server, clock, enqueue, edit, flush } = createDevice();
    const { id } = await enqueue();
    await edit(id);
    for (let typed = 0; typed < 4; typed++) {
      clock.now += HELD / 2;
      await renewEdit(db, id, false, clock.now);
    }
    await flush();
    expect(server.calls).toEqual([]);
    clock.now += HELD;
    await flush();
    expect(server.rows.get(id)).toMatchObject(booking);
  });

  test('stays held when the clock is set back, for a quarter of an hour from then', async () => {
    const { server, clock, enqueue, edit, flush } = createDevice();
    const { id } = await enqueue();
    await edit(id);
    clock.now -= HOUR;
    expect(await flush(true)).toEqual({ waiting: [id], nextInMs: HELD });
    expect(server.calls).toEqual([]);
    clock.now += HELD;
    await flush();
    expect(server.rows.get(id)).toMatchObject(booking);
  });

  test('is held again by a key after the clock was set back', async () => {
    const { db, clock, enqueue, edit, requests } = createDevice();
    const { id } = await enqueue();
    await edit(id);
    clock.now -= HOUR;
    await renewEdit(db, id, false, clock.now);
    expect(await requests()).toMatchObject([{ reservedUntil: clock.now + HELD }]);
  });

  test('is not held by the last key before its form was submitted', async () => {
    const { db, server, clock, enqueue, edit, submit, flush } = createDevice();
    const { id } = await enqueue();
    await edit(id);
    clock.now += 2 * MINUTE;
    await submit(id);
    await renewEdit(db, id, false, clock.now);
    await flush();
    expect(server.rows.get(id)).toMatchObject(changed);
  });

  test('is held again when its form is opened again before it could be sent', async () => {
    const { db, server, clock, enqueue, edit, flush, flushLater } = createDevice();
    const { id } = await enqueue();
    await edit(id);
    server.scripts.row = [OFFLINE];
    await flushLater();
    await renewEdit(db, id, true, clock.now);
    await flush(true);
    expect(server.calls).toEqual([`row ${id}`]);
  });

  test('that needs its sender stays so, whatever becomes of the form', async () => {
    const { db, server, enqueue, edit, requests, flushLater } = createDevice();
    const { id } = await enqueue();
    server.scripts.row = [REFUSED];
    await flushLater();
    await edit(id);
    await endEdit(db, id);
    await flushLater();
    expect(server.calls).toEqual([`row ${id}`]);
    expect(await requests()).toMatchObject([{ id, state: 'attention', reservedUntil: null }]);
  });

  test('is sent as it was when the changes are given up', async () => {
    const { db, server, enqueue, edit, flushLater } = createDevice();
    const { id } = await enqueue();
    await edit(id);
    await endEdit(db, id);
    await flushLater();
    expect(server.rows.get(id)).toMatchObject(booking);
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

  test('keeps its file in the draft, in place of an older one', async () => {
    const { db, clock, enqueue, edit } = createDevice();
    await db.draftFiles.put({ form: 'job_application', ...pdf(9), savedAt: clock.now });
    const { id } = await enqueue(application, pdf());
    await edit(id);
    const { name, bytes } = pdf();
    expect(await db.draftFiles.toArray()).toEqual([
      { form: 'job_application', name, bytes, savedAt: clock.now },
    ]);
  });
});

test('an edited request is sent once, with its changes, under the reference it had', async () => {
  const { db, server, enqueue, edit, submit, flushLater } = createDevice();
  const { id } = await enqueue();
  await edit(id);
  expect(await submit(id)).toEqual({ id, isSent: false });
  await flushLater();
  expect([...server.rows.values()]).toEqual([{ ...changed, id, filePath: null }]);
  expect(await db.receipts.get(id)).not.toHaveProperty('hadArrived');
  expect(await db.drafts.count()).toBe(0);
});

test('a request that arrived unheard, was refused later and then edited makes no second record, and its sender reads that it had arrived', async () => {
  const { server, enqueue, edit, submit, requests, flushLater } = createDevice();
  const { id } = await enqueue();
  server.scripts.row = ['lost', REFUSED];
  await flushLater();
  await flushLater();
  expect(await requests()).toMatchObject([{ state: 'attention', mayHaveArrived: true }]);
  await edit(id);
  await submit(id);
  await flushLater();
  expect([...server.rows.values()]).toEqual([{ ...booking, id, filePath: null }]);
  expect(await requests()).toMatchObject([{ id, state: 'sent', hadArrived: true }]);
});

test('a request that did not arrive and was edited is stored with its changes', async () => {
  const { server, enqueue, edit, submit, requests, flushLater } = createDevice();
  const { id } = await enqueue();
  server.scripts.row = [OFFLINE];
  await flushLater();
  await edit(id);
  await submit(id);
  await flushLater();
  expect([...server.rows.values()]).toEqual([{ ...changed, id, filePath: null }]);
  expect(await requests()).toMatchObject([{ state: 'sent', hadArrived: false }]);
});

test('a request that another tab sent meanwhile stays as it is', async () => {
  const { db, server, enqueue, edit, submit, flushLater } = createDevice();
  const { id } = await enqueue();
  await edit(id);
  await endEdit(db, id);
  await flushLater();
  expect(await submit(id)).toEqual({ id, isSent: true });
  await flushLater();
  expect([...server.rows.values()]).toEqual([{ ...booking, id, filePath: null }]);
});

test('a request that was discarded meanwhile, and had arrived, makes no second record', async () => {
  const { db, server, enqueue, edit, submit, requests, flushLater } = createDevice();
  const { id } = await enqueue();
  server.scripts.row = ['lost'];
  await flushLater();
  await edit(id);
  await discardEntry(db, id, true);
  await submit(id);
  await flushLater();
  expect(server.rows.size).toBe(1);
  expect(await requests()).toMatchObject([{ id, hadArrived: true }]);
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
    expect(server.rows.get(id)).toEqual({ ...otherApplication, id, filePath: `${id}.pdf` });
  });

  test('goes up under a new id when another one lies under the old id, and nothing else has arrived', async () => {
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
    expect(await db.drafts.get('job_application')).toMatchObject({
      edits: { id, keepsFile: true },
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
    const { db, server, clock, enqueue, flushLater } = createDevice();
    const { id } = await enqueue(application, pdf());
    server.scripts.row = [REFUSED];
    await flushLater();
    expect(await returnToForm(db, id, false, clock.now)).toBeNull();
    expect([await db.entries.count(), await db.files.count(), await db.draftFiles.count()]).toEqual(
      [0, 0, 1],
    );
    expect(await returnToForm(db, id, false, clock.now)).toBeUndefined();
  });

  test('stays on the device, to be sent again under its id, when an earlier try may have arrived', async () => {
    const { db, server, clock, enqueue, submit, flushLater } = createDevice();
    const { id } = await enqueue();
    server.scripts.row = ['lost', REFUSED];
    await flushLater();
    await flushLater();
    expect(await returnToForm(db, id, false, clock.now)).toEqual({
      id,
      keepsFile: false,
      day: dayOf(booking),
    });
    expect(await db.entries.count()).toBe(1);
    await submit(id);
    await flushLater();
    expect(server.rows.size).toBe(1);
  });

  test('stays on the device, to be sent again under its id, when its sender had read its reference', async () => {
    const { db, server, clock, enqueue, edit, submit, requests, flushLater } = createDevice();
    const { id } = await enqueue();
    await edit(id);
    await submit(id);
    server.scripts.row = [REFUSED];
    await flushLater();
    expect(await returnToForm(db, id, true, clock.now)).toEqual({
      id,
      keepsFile: false,
      day: dayOf(booking),
    });
    expect(await requests()).toMatchObject([{ id, state: 'attention', mayHaveArrived: false }]);
    await submit(id);
    await flushLater();
    expect([...server.rows.keys()]).toEqual([id]);
  });
});
