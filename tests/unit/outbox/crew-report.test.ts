import { expect, test, vi } from 'vitest';
import { clearSentRequests } from '../../../src/core/waiting/booking-receipts.ts';
import {
  createCrewReport,
  isSameReport,
  reportFault,
  storeReport,
  type CrewReportEntry,
} from '../../../src/core/mutations/crew-report.ts';
import { countUnsent, listMyRequests } from '../../../src/core/waiting/my-requests.ts';
import { VISITOR_MUTATIONS } from '../../../src/core/mutations/visitors.ts';
import type { Queue } from '../../../src/core/outbox/queue.ts';
import { attentionOf, type Fresh } from '../../../src/core/outbox/entry.ts';
import { flush } from '../../../src/core/outbox/flush.ts';
import { enqueue } from '../../../src/core/outbox/queue.ts';
import { WAITS } from '../../../src/core/outbox/waits.ts';
import { endRegistration, readCrew } from '../../../src/core/store/crew-store.ts';
import type { Database } from '../../../src/core/store/database.ts';
import { fillDisk } from '../support/broken-store.ts';
import { aPicture, createPhone, DAY, HOUR, JOB, NINE } from '../support/crew.ts';
import { OFFLINE, SERVER_ERROR } from '../support/fake-backend.ts';
import { BUSY_LOCKS, pageOf } from '../support/page.ts';

const PHOTOS = [aPicture(1), aPicture(2)];
const REFUSED = { outcome: 'rejected', reason: 'refused', message: 'no' } as const;

test('a report goes out and the office is notified before its photographs, each of them once', async () => {
  const { server, report, flush } = await createPhone();
  const { id } = await report({ report: 'locked-out', text: ' Nobody opens ', photos: PHOTOS });
  await flush();
  expect(server.calls).toEqual(['row locked-out', 'office', 'photo 1', 'photo 2']);
  expect(server.reports.get(id)).toEqual({
    eventId: id,
    job: JOB,
    kind: 'locked-out',
    message: 'Nobody opens',
    photos: 2,
    madeAt: new Date(NINE).toISOString(),
  });
});

test('photographs leave the phone only as they were prepared', async () => {
  const { server, report, flush } = await createPhone();
  const { id } = await report({ photos: PHOTOS });
  await flush();
  expect(server.photos).toEqual(
    new Map([
      [`${id}/1`, 101],
      [`${id}/2`, 102],
    ]),
  );
});

test('a decided report leaves a receipt, and nothing of its photographs', async () => {
  const { db, report, flush } = await createPhone();
  const { id, about } = await report({ text: 'All fine', photos: PHOTOS });
  await flush();
  expect([await db.entries.count(), await db.files.count()]).toEqual([0, 0]);
  expect(await db.receipts.toArray()).toEqual([
    {
      id,
      kind: 'crew-report',
      userId: null,
      settledAt: NINE,
      refusal: null,
      about,
      report: 'done',
      text: 'All fine',
      madeAt: NINE,
      photos: 2,
      lostPhotos: 0,
      late: null,
    },
  ]);
});

test('the queue’s row holds no bytes, and photographs stay as they were chosen until they are sent', async () => {
  const { db, server, report, flush } = await createPhone();
  const { id } = await report({ photos: PHOTOS });
  server.scripts.row = [OFFLINE];
  await flush();
  expect(JSON.stringify(await db.entries.get(id))).not.toContain('bytes');
  expect(await db.files.get(id)).toEqual({ id, bytes: PHOTOS[0], others: [PHOTOS[1]] });
});

test.each([
  ['the report', 'row', ['row done', 'row done', 'office', 'photo 1', 'photo 2']],
  ['the first photograph', 'photo', ['row done', 'office', 'photo 1', 'photo 1', 'photo 2']],
] as const)(
  'a response lost after %s repeats that step alone, without effect',
  async (_, step, calls) => {
    const { server, report, flush } = await createPhone();
    await report({ photos: PHOTOS });
    server.scripts[step].push('lost');
    await flush();
    await flush();
    expect(server.calls).toEqual(calls);
    expect([server.reports.size, server.photos.size]).toEqual([1, 2]);
  },
);

test.each([1, 2, 3, 4, 5, 6])(
  'a phone that dies before its checkpoint %i loses and repeats nothing on the server',
  async (fatal) => {
    const { db, server, queue, report, flush } = await createPhone();
    const { id } = await report({ photos: PHOTOS });
    let writes = 0;
    const dying = async () => {
      writes += 1;
      if (writes >= fatal) throw new DOMException('killed', 'DatabaseClosedError');
    };
    const broken: Queue = {
      ...queue,
      update: async (...change) => {
        await dying();
        return queue.update(...change);
      },
      settle: async (...end) => {
        await dying();
        return queue.settle(...end);
      },
    };
    await flush(broken).catch(() => undefined);
    await flush();
    await flush();
    expect([...server.reports.keys()]).toEqual([id]);
    expect([...server.photos.values()].sort()).toEqual([101, 102]);
    expect([await db.entries.count(), await db.files.count()]).toEqual([0, 0]);
  },
);

test('a photograph that cannot be prepared, or is refused, holds up nothing and is counted', async () => {
  const { db, server, report, flush } = await createPhone();
  await report({ photos: [aPicture(0), aPicture(2), aPicture(3)] });
  server.scripts.photo = [REFUSED];
  await flush();
  expect([...server.photos.values()]).toEqual([103]);
  expect(await db.receipts.toArray()).toMatchObject([{ photos: 1, lostPhotos: 2 }]);
});

test('photographs that the phone has lost are counted, and the report arrives', async () => {
  const { db, server, report, flush } = await createPhone();
  await report({ photos: PHOTOS });
  await db.files.clear();
  await flush();
  expect(server.reports.size).toBe(1);
  expect(await db.receipts.toArray()).toMatchObject([{ photos: 0, lostPhotos: 2 }]);
});

test('a phone that was killed thrice while it prepared photographs sends them without redrawing', async () => {
  const { queue, prepared, report, flush } = await createPhone();
  const entry = await report({ photos: PHOTOS });
  await queue.update(entry, {
    step: 'prepare',
    state: { name: 'sending', tries: 2, since: NINE - HOUR },
    isStored: true,
  });
  await flush();
  expect(prepared).toEqual([false, false]);
});

test.each(['cancelled', 'given-away'] as const)(
  'a report on a job that was %s arrives, and its receipt says so',
  async (late) => {
    const { db, server, report, flush } = await createPhone();
    server.facts.late = late;
    await report({ photos: PHOTOS });
    await flush();
    expect(await db.receipts.toArray()).toMatchObject([{ late, refusal: null }]);
  },
);

test('a report on a job that never was this person’s ends, and its receipt says so', async () => {
  const { db, server, report, flush } = await createPhone();
  server.scripts.row = ['gone'];
  await report({ photos: PHOTOS });
  await flush();
  expect(server.calls).toEqual(['row done']);
  expect([await db.entries.count(), await db.files.count()]).toEqual([0, 0]);
  expect(await db.receipts.toArray()).toMatchObject([{ refusal: { reason: 'gone' } }]);
});

test('a report from a phone that the office signed out deletes everything of the crew’s', async () => {
  const { db, server, report, flush } = await createPhone();
  await report({ photos: PHOTOS });
  await report({ report: 'noted', text: 'Another one' });
  server.scripts.row = ['ended', 'ended'];
  await flush();
  expect(await db.crew.toArray()).toEqual([{ key: 'ended' }]);
  expect([await db.entries.count(), await db.files.count(), await db.receipts.count()]).toEqual([
    0, 0, 0,
  ]);
});

/** Every row but the one that says that the registration has ended. */
const rowsOf = async ({ crew, entries, files, receipts }: Database) => [
  (await crew.toArray()).map(({ key }) => key).filter((key) => key !== 'ended'),
  ...(await Promise.all([entries, files, receipts].map((table) => table.toArray()))),
];

test('a report from a form that is open while the office signs its phone out leaves nothing', async () => {
  const { db, outbox, secret } = await createPhone();
  const page = pageOf({ db, ...outbox });
  await endRegistration(db, secret);
  await page.send(createCrewReport(WRITTEN, NINE), {
    store: (fresh) => storeReport(db, fresh as Fresh<CrewReportEntry>),
    patienceMs: WAITS.store,
  });
  expect(await rowsOf(db)).toEqual([[], [], [], []]);
});

test('a report that was sent from memory, and is stored after the office signed its phone out, leaves nothing', async () => {
  const { db, outbox, secret } = await createPhone();
  const page = pageOf({ db, ...outbox }, { after: async (_, value) => value });
  let proceed = () => {};
  const silence = new Promise<void>((resolve) => (proceed = resolve));
  let storing: Promise<unknown> = silence;
  const outcome = await page.send(createCrewReport(WRITTEN, NINE), {
    store: (fresh) =>
      (storing = silence.then(() => storeReport(db, fresh as Fresh<CrewReportEntry>))),
    patienceMs: WAITS.store,
  });
  expect(outcome).toMatchObject({ outcome: 'done' });
  await endRegistration(db, secret);
  proceed();
  await storing.catch(() => undefined);
  // The page ends its entry a few reads later.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await rowsOf(db)).toEqual([[], [], [], []]);
});

test('a refused report keeps its photographs and asks its person', async () => {
  const { db, server, report, flush } = await createPhone();
  const { id } = await report({ photos: PHOTOS });
  server.scripts.row = [REFUSED];
  await flush();
  const entry = await db.entries.get(id);
  expect(entry && attentionOf(entry)?.reason).toBe('refused');
  expect(await db.files.count()).toBe(1);
});

test('a phone that dies after the notification of the office repeats it, and sends the report once', async () => {
  const { server, queue, report, flush } = await createPhone();
  const { id } = await report({ report: 'locked-out', photos: PHOTOS });
  const dying: Queue = {
    ...queue,
    async update(entry, patch, file) {
      if (patch.step === 'prepare') throw new DOMException('killed', 'DatabaseClosedError');
      return queue.update(entry, patch, file);
    },
  };
  await flush(dying).catch(() => undefined);
  expect(server.calls).toEqual(['row locked-out', 'office']);
  await flush();
  expect(server.calls.slice(2)).toEqual(['office', 'photo 1', 'photo 2']);
  expect([...server.reports.keys()]).toEqual([id]);
});

test('a notification that fails delays the photographs of a report by three attempts', async () => {
  const { db, clock, server, report, flush } = await createPhone();
  await report({ photos: PHOTOS });
  server.scripts.office = [OFFLINE, OFFLINE, OFFLINE];
  for (let attempt = 0; attempt < 3; attempt++) {
    await flush();
    clock.now += HOUR;
  }
  expect(server.calls).toEqual(['row done', 'office', 'office', 'office', 'photo 1', 'photo 2']);
  expect(await db.receipts.count()).toBe(1);
});

test('a report can be taken back until it is sent, and afterwards not', async () => {
  const phone = await createPhone();
  const { undo } = pageOf({ db: phone.db, ...phone.outbox }, { locks: BUSY_LOCKS });
  const waiting = await phone.report({ photos: PHOTOS });
  expect(await undo(waiting.id, false)).toBe(true);
  expect([await phone.db.entries.count(), await phone.db.files.count()]).toEqual([0, 0]);

  const { id } = await phone.report({ photos: PHOTOS });
  phone.server.scripts.photo = [SERVER_ERROR];
  await phone.flush();
  expect(await undo(id, true)).toBe(false);
});

test('a report whose attempt failed is taken back only by a person who was told that it may be too late', async () => {
  const phone = await createPhone();
  const { undo } = pageOf({ db: phone.db, ...phone.outbox }, { locks: BUSY_LOCKS });
  const { id } = await phone.report();
  phone.server.scripts.row = [OFFLINE];
  await phone.flush();
  expect(await undo(id, false)).toBe(false);
  expect(await undo(id, true)).toBe(true);
});

test('photographs that were prepared while the phone was full are sent as prepared once it has room again', async () => {
  const { db, server, outbox, report, flush } = await createPhone();
  const { id } = await report({ photos: PHOTOS });
  fillDisk(db);
  const upload = server.crew.uploadPhoto;
  outbox.ports.crew.uploadPhoto = (...photo) => {
    vi.restoreAllMocks();
    return upload(...photo);
  };
  await flush();
  expect(server.photos).toEqual(
    new Map([
      [`${id}/1`, 101],
      [`${id}/2`, 102],
    ]),
  );
});

const ABOUT = {
  job: JOB,
  day: '2026-11-28',
  time_slot: 'morning',
  readAt: NINE,
  endsAt: NINE + 39 * HOUR,
};
const WRITTEN = {
  about: ABOUT,
  report: 'noted',
  text: 'The boiler leaks',
  photos: PHOTOS,
  madeAt: NINE,
} as const;

test('photographs that a page prepared in memory are sent as prepared, once the phone has stored their report', async () => {
  const { db, server, outbox, clock, flush } = await createPhone();
  const page = pageOf({ db, ...outbox }, { after: async (_, value) => value });
  const fresh = createCrewReport(WRITTEN, NINE);
  const { id } = fresh.entry;
  let answer = () => {};
  const silence = new Promise<void>((resolve) => (answer = resolve));
  server.scripts.photo = [SERVER_ERROR];
  const [outcome] = await page.sendAll([fresh], {
    store: async (late) => {
      await silence;
      await enqueue(db, late);
    },
    patienceMs: WAITS.store,
  });
  expect(outcome).toMatchObject({ outcome: 'done' });
  answer();
  await vi.waitFor(async () => expect(await db.entries.get(id)).toMatchObject({ step: 1 }));
  clock.now += DAY;
  await flush();
  expect(server.photos).toEqual(
    new Map([
      [`${id}/1`, 101],
      [`${id}/2`, 102],
    ]),
  );
});

test.each([
  ['goes on under its id', {}, true],
  ['is another one with another text', { text: 'It leaks again' }, false],
  ['is another one with another photograph', { photos: [aPicture(1), aPicture(3)] }, false],
  ['is another one with a photograph less', { photos: [aPicture(1)] }, false],
])('a report that could be neither stored nor sent %s', async (_, changes, goesOn) => {
  const { db, outbox } = await createPhone();
  fillDisk(db);
  const page = pageOf({ db, ...outbox }, { after: async (__, value) => value });
  outbox.ports.crew.report = async () => OFFLINE;
  const written = createCrewReport(WRITTEN, NINE);
  const storing = { store: (fresh: Fresh) => enqueue(db, fresh), patienceMs: WAITS.store };
  expect(await page.send(written, storing)).toMatchObject({ outcome: 'not-stored' });
  const next = createCrewReport({ ...WRITTEN, ...changes }, NINE + 1);
  const again = page.tryAgainAs(next, isSameReport);
  expect(again.entry.id === written.entry.id).toBe(goesOn);
  expect(again.entry.serverMayHave).toBe(goesOn ? 'record' : 'nothing');
});

test('My requests lists no report, and the site’s pages leave it alone', async () => {
  const { db, queue, outbox, server, report } = await createPhone();
  await report();
  const { submissions, answers } = await listMyRequests(db, queue, async () => ({
    now: NINE,
    isFlushing: false,
  }));
  expect([submissions, answers]).toEqual([[], []]);
  await flush({ ...outbox, mutations: VISITOR_MUTATIONS as never }, { eager: true });
  expect(server.calls).toEqual([]);
  expect(await db.entries.count()).toBe(1);
});

test('the site neither counts a report that waits, nor clears the receipt of a sent one', async () => {
  const { db, report, flush } = await createPhone();
  await report();
  expect(await countUnsent(db)).toBe(0);
  await flush();
  await clearSentRequests(db);
  expect(await db.receipts.count()).toBe(1);
});

test('a receipt is shown until its sheet’s end, and for a day if it came later', async () => {
  const { db, clock, report, flush } = await createPhone();
  const { about } = await report();
  await flush();
  const shownAt = async (now: number) => (await readCrew(db, now)).receipts.length;
  expect([await shownAt(about.endsAt - 1), await shownAt(about.endsAt)]).toEqual([1, 0]);
  await db.receipts.clear();

  await report();
  clock.now = about.endsAt + DAY;
  await flush();
  expect([await shownAt(clock.now + DAY - 1), await shownAt(clock.now + DAY)]).toEqual([1, 0]);
});

test.each([
  ['noted', '  ', 'missing'],
  ['noted', 'x', null],
  ['done', '', null],
  ['done', 'x'.repeat(1000), null],
  ['done', 'x'.repeat(1001), 'too-long'],
  ['locked-out', '\n'.repeat(60) + 'x', null],
  ['locked-out', 'x\n'.repeat(60) + 'x', 'too-long'],
] as const)('a report %s with the text %j has the fault %s', (report, text, fault) => {
  expect(reportFault(report, text)).toBe(fault);
});
