import { beforeEach, expect, test, vi } from 'vitest';
import type { Submission } from '../../../src/core/domain/submission.ts';
import { awaited } from '../../../src/runtime/notifications.ts';
import { submit } from '../../../src/runtime/submit.ts';
import { OFFLINE } from '../support/fake-backend.ts';
import { application, booking, createOutbox, pdf } from '../support/outbox.ts';
import { pageOf } from '../support/page.ts';

const { page } = vi.hoisted(() => ({ page: {} as { db: unknown; outbox: unknown } }));

vi.mock('../../../src/runtime/database.ts', () => ({
  get db() {
    return page.db;
  },
}));
vi.mock('../../../src/runtime/outbox.ts', () => ({
  get outbox() {
    return page.outbox;
  },
}));

let device: ReturnType<typeof createOutbox>;
beforeEach(() => {
  device = createOutbox();
  const { db, outbox } = device;
  Object.assign(page, { db, outbox: pageOf({ db, ...outbox }) });
  awaited.clear();
  vi.spyOn(Date, 'now').mockImplementation(() => device.clock.now);
});

const form = {
  key: 'booking',
  id: '7f1c1a52-5f0e-4d0a-9a55-0c5a3f0a7f11',
  ownsStored: true,
  isTried: false,
  replaces: null,
  onStored: () => undefined,
  isLeft: () => false,
};

const refused = (reason: string) => ({
  outcome: 'refused',
  attention: { reason, message: '' },
  replaces: null,
  isTried: false,
});

test('a submission has its form’s id', async () => {
  expect(await submit(booking, null, form)).toMatchObject({ outcome: 'done', id: form.id });
});

test('values are sent as the database would trim them', async () => {
  const spaced: Submission = { ...booking, values: { ...booking.values, name: ' Ailsa Craig ' } };
  await submit(spaced, null, form);
  expect(device.server.rows.get(form.id)).toEqual({ id: form.id, ...booking.values });
});

test('a value that breaks a rule is refused, and nothing is stored or sent', async () => {
  const unnamed: Submission = { ...booking, values: { ...booking.values, name: 'A' } };
  expect(await submit(unnamed, null, form)).toEqual(refused('invalid'));
  expect([device.server.calls, await device.db.entries.count()]).toEqual([[], 0]);
});

test('a file is uploaded as its bytes say, whatever its name', async () => {
  const { bytes } = pdf();
  const resume = new File(['%PDF-1.7 ', bytes], 'cv.exe');
  await submit(application, resume, { ...form, key: 'job_application' });
  expect([...device.server.files.values()]).toMatchObject([
    { path: `${form.id}.pdf`, type: 'application/pdf' },
  ]);
});

test('a file that is no document is refused', async () => {
  expect(await submit(application, new File(['text'], 'cv.pdf'), form)).toEqual(
    refused('file-refused'),
  );
  expect(device.server.calls).toEqual([]);
});

test('only its form shows the result of a submission that is sent at once', async () => {
  await submit(booking, null, form);
  expect([...awaited]).toEqual([form.id]);
});

test('a submission that waits is announced when it is sent', async () => {
  device.server.scripts.row = [OFFLINE];
  await submit(booking, null, form);
  expect([...awaited]).toEqual([]);
});
