import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  pruneForms,
  readForm,
  readFormFile,
  removeLeftForm,
  saveForm,
  saveFormFile,
  saveLeftForm,
} from '../../../src/runtime/stored-forms.ts';
import type { StoredForm } from '../../../src/core/store/device-schema.ts';
import { createOutbox, HOUR } from '../support/outbox.ts';

const { page } = vi.hoisted(() => ({ page: {} as Pick<ReturnType<typeof createOutbox>, 'db'> }));

vi.mock('../../../src/runtime/database.ts', () => ({
  get db() {
    return page.db;
  },
}));

const formOf = (key: string, values: object, changes: Partial<StoredForm> = {}): StoredForm => ({
  key,
  userId: null,
  id: 'one',
  values,
  savedAt: outbox.clock.now,
  ...changes,
});

let outbox: ReturnType<typeof createOutbox>;
beforeEach(() => {
  outbox = createOutbox();
  Object.assign(page, outbox);
  vi.spyOn(Date, 'now').mockImplementation(() => outbox.clock.now);
});

test.each([
  ['kept when the clock was set back', -2 * HOUR, true],
  ['kept for less than a day', 23 * HOUR, true],
  ['deleted after a day', 24 * HOUR, false],
])('a visitor’s text is %s', async (_, passed, isKept) => {
  await saveForm(formOf('contact', { name: 'Ailsa Craig' }));
  await saveFormFile('contact', new File(['file'], 'file.pdf'));
  outbox.clock.now += passed;
  await pruneForms();
  expect((await outbox.db.forms.get('contact')) !== undefined).toBe(isKept);
  expect((await readForm('contact')) !== null).toBe(isKept);
});

test('an administrator’s text is kept until they sign out, and not stored after that', async () => {
  const { db, clock } = outbox;
  const form = formOf('ann careers', { title: 'Cleaner' }, { userId: 'ann' });
  await db.portalFacts.put({ userId: 'ann', key: 'role', value: 1 });
  expect(await saveForm(form)).toBe(true);
  clock.now += 100 * HOUR;
  await pruneForms();
  expect(await readForm('ann careers')).toMatchObject({ values: form.values });

  await db.portalFacts.clear();
  expect(await saveForm(form)).toBe(false);
  expect(await db.forms.count()).toBe(0);
});

test('a device that cannot store a form says so', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(outbox.db.forms, 'put').mockImplementation(
    () => Promise.reject(new DOMException('full', 'QuotaExceededError')) as never,
  );
  expect(await saveForm(formOf('contact', {}))).toBe(false);
});

describe('of a form that was left while it was being submitted', () => {
  const SUBMITTED = { name: 'Ailsa Craig' };
  const NEXT = { name: 'Another One' };

  test('the unsent values are kept, over the earlier ones', async () => {
    await saveForm(formOf('contact', { name: 'Ailsa' }));
    const since = outbox.clock.now;
    outbox.clock.now += 1_000;
    const replaces = { id: 'one', keepsFile: false, day: null };
    await saveLeftForm(formOf('contact', SUBMITTED, { replaces }), since);
    expect(await readForm('contact')).toMatchObject({ values: SUBMITTED, replaces: { id: 'one' } });
  });

  test('text typed since is neither overwritten nor deleted', async () => {
    const since = outbox.clock.now;
    outbox.clock.now += 1_000;
    await saveForm(formOf('contact', NEXT, { id: 'two' }));
    await saveLeftForm(formOf('contact', SUBMITTED), since);
    await removeLeftForm('contact', 'one', since);
    expect(await readForm('contact')).toMatchObject({ values: NEXT });
  });

  test('the values of another tab are not deleted', async () => {
    await saveForm(formOf('contact', NEXT, { id: 'two' }));
    await removeLeftForm('contact', 'one', outbox.clock.now);
    expect(await readForm('contact')).toMatchObject({ values: NEXT });
  });

  test('its earlier values are deleted with its file, and a file chosen since is not', async () => {
    await saveForm(formOf('job_application', SUBMITTED));
    await saveFormFile('job_application', new File(['old'], 'old.pdf'));
    await removeLeftForm('job_application', 'one', outbox.clock.now);
    expect(await readForm('job_application')).toBeNull();
    expect(await readFormFile('job_application')).toBeNull();

    const since = outbox.clock.now;
    outbox.clock.now += 1_000;
    await saveFormFile('job_application', new File(['new'], 'new.pdf'));
    await removeLeftForm('job_application', 'one', since);
    expect((await readFormFile('job_application'))?.name).toBe('new.pdf');
  });
});
