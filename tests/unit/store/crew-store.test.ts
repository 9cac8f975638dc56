import { expect, test } from 'vitest';
import { sheetOf } from '../../../src/core/domain/crew-sheet.ts';
import { pullCrewSheet } from '../../../src/core/replica/pull-crew-sheet.ts';
import type { CrewBackend } from '../../../src/core/server/crew-backend.ts';
import {
  beginRegistration,
  confirmRegistration,
  draftKeyOf,
  forgetEnded,
  readCrew,
  readDevice,
  saveDraft,
  storeSheet,
} from '../../../src/core/store/crew-store.ts';
import { aJob, aPicture, createPhone, DAY, DAYS, HOUR, JOB, NINE } from '../support/crew.ts';
import { OFFLINE } from '../support/fake-backend.ts';

type Read = Awaited<ReturnType<CrewBackend['readDays']>>;
const answering = (read: Read | (() => Promise<Read>)): Pick<CrewBackend, 'readDays'> => ({
  readDays: async () => (typeof read === 'function' ? read() : read),
});

const about = {
  job: JOB,
  day: '2026-11-28',
  time_slot: 'morning',
  readAt: NINE,
  endsAt: NINE + 39 * HOUR,
};
const draft = { key: draftKeyOf(JOB), about, report: 'noted', text: 'The boiler leaks' } as const;

test('a phone stores its secret, 128 random bits, before it sends it, and keeps it for the next attempt', async () => {
  const { db } = await createPhone();
  await db.crew.clear();
  const { secret } = await beginRegistration(db);
  expect(secret).toMatch(/^[0-9a-f]{32}$/);
  expect(await readDevice(db)).toMatchObject({ secret, name: null, isTried: true });
  expect((await beginRegistration(db)).secret).toBe(secret);
});

test('each reading replaces the sheet as a whole', async () => {
  const { db } = await createPhone();
  const other = aJob({ job: 'other', name: 'Callum Reid' });
  await pullCrewSheet(
    db,
    answering({ outcome: 'read', value: { ...DAYS, jobs: [other] } }),
    () => NINE,
  );
  const { sheet } = await readCrew(db, NINE);
  expect(sheet?.jobs).toEqual([other]);
  expect(JSON.stringify(await db.crew.toArray())).not.toContain('Isla Grant');
});

test('a reading that another one overtook is repeated, so that no older sheet replaces a newer one', async () => {
  const { db } = await createPhone();
  const jobs = (name: string) => ({ ...DAYS, jobs: [aJob({ name })] });
  const answers = ['Callum Reid', 'Isla Grant'];
  const overtaken = async (): Promise<Read> => {
    const name = answers.shift() ?? '';
    // The worker asks later, and is answered first.
    if (answers.length > 0) {
      const newer = answering({ outcome: 'read', value: jobs('Isla Grant') });
      await pullCrewSheet(db, newer, () => NINE + 1);
    }
    return { outcome: 'read', value: jobs(name) };
  };
  expect(await pullCrewSheet(db, answering(overtaken), () => NINE + 2)).toEqual({
    outcome: 'stored',
  });
  expect((await readCrew(db, NINE)).sheet?.jobs.map(({ name }) => name)).toEqual(['Isla Grant']);
});

test('a reading keeps the fields of the registration that a newer release stored', async () => {
  const { db } = await createPhone();
  await db.crew.toCollection().modify({ newer: 'kept' } as object);
  await pullCrewSheet(db, answering({ outcome: 'read', value: DAYS }), () => NINE);
  expect(await readDevice(db)).toMatchObject({ name: DAYS.name, newer: 'kept' });
  expect(await readDevice(db)).not.toHaveProperty('isTried');
});

test('a failed reading changes nothing', async () => {
  const { db } = await createPhone();
  const before = await readCrew(db, NINE);
  expect(await pullCrewSheet(db, answering(OFFLINE), () => NINE)).toEqual({
    outcome: 'failed',
    reason: 'offline',
  });
  expect(await readCrew(db, NINE)).toEqual(before);
});

test.each([
  ['its end', NINE + 39 * HOUR],
  ['a clock that was set back by a day', NINE - DAY],
])(
  'after %s nothing of the sheet is read, and the next check deletes it with its drafts',
  async (_, now) => {
    const { db } = await createPhone();
    await saveDraft(db, draft);
    const { sheet, drafts } = await readCrew(db, now);
    expect({ sheet, drafts }).toEqual({ sheet: null, drafts: [] });
    await forgetEnded(db, now);
    expect((await db.crew.toArray()).map(({ key }) => key)).toEqual(['device']);
  },
);

test('a check of an ended sheet leaves one that is stored meanwhile', async () => {
  const { db, secret } = await createPhone();
  const later = NINE + 40 * HOUR;
  await Promise.all([
    forgetEnded(db, later),
    storeSheet(db, secret, sheetOf(DAYS, later, later), NINE),
  ]);
  expect((await readCrew(db, later)).sheet).not.toBeNull();
});

test('before its end a check deletes nothing', async () => {
  const { db } = await createPhone();
  await saveDraft(db, draft);
  await forgetEnded(db, NINE + 38 * HOUR);
  expect((await db.crew.toArray()).map(({ key }) => key).sort()).toEqual([
    'device',
    `draft:${JOB}`,
    'sheet',
  ]);
});

test('a phone that the office signed out deletes sheet, drafts, reports and photographs at once, and says so', async () => {
  const { db, report } = await createPhone();
  await saveDraft(db, draft);
  await report({ photos: [aPicture(1)] });
  expect(await pullCrewSheet(db, answering({ outcome: 'read', value: null }), () => NINE)).toEqual({
    outcome: 'ended',
  });
  expect(await db.crew.toArray()).toEqual([{ key: 'ended' }]);
  expect([await db.entries.count(), await db.files.count(), await db.receipts.count()]).toEqual([
    0, 0, 0,
  ]);
  expect(await readCrew(db, NINE)).toMatchObject({ device: null, isEnded: true, sheet: null });
});

test('a registration whose response was lost is found by the next reading', async () => {
  const { db } = await createPhone();
  await db.crew.clear();
  await beginRegistration(db);
  await pullCrewSheet(db, answering({ outcome: 'read', value: DAYS }), () => NINE);
  expect(await readCrew(db, NINE)).toMatchObject({ device: { name: 'Ann Baker' }, isEnded: false });
});

test('a secret that the server never had is no signed-out phone', async () => {
  const { db } = await createPhone();
  await db.crew.clear();
  const { secret } = await beginRegistration(db);
  await pullCrewSheet(db, answering({ outcome: 'read', value: null }), () => NINE);
  expect(await db.crew.toArray()).toEqual([{ key: 'device', secret, name: null }]);
});

test('a reading that was asked for before the registration does not end it', async () => {
  const { db } = await createPhone();
  await db.crew.clear();
  const { secret } = await beginRegistration(db);
  const early = async (): Promise<Read> => {
    await confirmRegistration(db, secret, 'Ann Baker');
    return { outcome: 'read', value: null };
  };
  await pullCrewSheet(db, answering(early), () => NINE);
  expect(await readDevice(db)).toMatchObject({ secret });
  expect((await readCrew(db, NINE)).isEnded).toBe(false);
});

test('a reading for a former registration stores nothing', async () => {
  const { db } = await createPhone();
  await db.crew.delete('sheet');
  const late = async (): Promise<Read> => {
    await db.crew.clear();
    await beginRegistration(db);
    return { outcome: 'read', value: DAYS };
  };
  expect(await pullCrewSheet(db, answering(late), () => NINE)).toEqual({ outcome: 'none' });
  expect(await db.crew.get('sheet')).toBeUndefined();
});

test('a text that is typed on a signed-out phone is not kept', async () => {
  const { db } = await createPhone();
  await db.crew.clear();
  await saveDraft(db, draft);
  expect(await db.crew.count()).toBe(0);
});

test('the sheet’s end is stored by the phone’s clock at the request', async () => {
  const { db } = await createPhone();
  const phone = NINE + 3 * DAY;
  await pullCrewSheet(db, answering({ outcome: 'read', value: DAYS }), () => phone);
  expect(await db.crew.get('sheet')).toEqual({ key: 'sheet', ...sheetOf(DAYS, phone, phone) });
});
