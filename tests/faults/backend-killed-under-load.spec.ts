import { aBooking } from '../support/booking.ts';
import { anEntry } from '../support/entries.ts';
import { readStore, writeEntries } from '../support/local-store.ts';
import { pass, type Answer } from '../support/network.ts';
import { expect, testWithOwnBackend as test } from '../support/test.ts';

test.use({ inShell: false });

const COUNT = 24;

test('a backend killed in the middle of many bookings loses and doubles none', async ({
  device,
  network,
  ownBackend,
}) => {
  test.slow();
  const entries = Array.from({ length: COUNT }, () => anEntry(aBooking()));
  const page = await device.openInstalled('/requests');
  await device.goOffline();
  await writeEntries(page, entries);
  await page.reload();
  let killed: () => void;
  const isKilled = new Promise<void>((resolve) => (killed = resolve));
  const killDuring: Answer = async ({ ask, lose }) => {
    ask().catch(() => undefined);
    await ownBackend.kill();
    lose();
    killed();
  };
  network.answerInTurn('POST /rest/v1/bookings*', [pass, pass, pass, pass, killDuring]);

  await device.goOnline();
  await isKilled;
  const settled = async () => (await readStore(page, 'receipts')).length;
  expect(await settled()).toBeLessThan(COUNT);
  await ownBackend.restart();

  await expect.poll(settled, { timeout: 40_000 }).toBe(COUNT);
  const stored = await ownBackend.query<{ id: string }>('select id from public.bookings');
  expect(stored.map(({ id }) => id).sort()).toEqual(entries.map(({ id }) => id).sort());
});
