import type { TestBackend } from '../support/backend.ts';
import { aBooking, bookOnDevice } from '../support/booking.ts';
import type { Device } from '../support/device.ts';
import { pauseAnswer, INSERT, serverError } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';

/** Errors are collected for five seconds. */
const REPORTED_WITHIN_MS = 20_000;

// Devices of earlier tests may have reported some.
test.beforeEach(({ backend }) => backend.query('delete from public.browser_errors'));

async function throwInWorker(device: Device, message: string): Promise<void> {
  const [worker] = device.context.serviceWorkers();
  if (!worker) throw new Error('No worker runs');
  await worker.evaluate((text) => {
    setTimeout(() => {
      throw new RangeError(text);
    });
  }, message);
}

const counted = async (backend: TestBackend) => {
  const rows = await backend.query<{ row: string }>(
    'select to_jsonb(e)::text as row from public.browser_errors e order by kind',
  );
  return rows.map(({ row }) => row);
};

test('an uncaught error and a broken policy rule in the worker are counted, without message and address', async ({
  device,
  backend,
}) => {
  await device.openInstalled('/');
  await throwInWorker(device, 'ailsa@example.com');
  const [worker] = device.context.serviceWorkers();
  await worker?.evaluate(() => fetch('https://elsewhere.example/ailsa').catch(() => undefined));

  await expect
    .poll(() => counted(backend), { timeout: REPORTED_WITHIN_MS })
    .toEqual([
      expect.stringMatching(/"PolicyViolation".*"connect-src"|"connect-src".*"PolicyViolation"/),
      expect.stringContaining('"RangeError"'),
    ]);
  expect((await counted(backend)).join()).not.toMatch(/ailsa|elsewhere/);
});

test(
  'a submission that still waits after the worker’s attempt is not counted',
  { tag: '@nightly' },
  async ({ device, network, backend }) => {
    const page = await device.openInstalled('/booking');
    await device.goOffline();
    await bookOnDevice(page, aBooking());
    await device.closePages();
    const { answer, arrived: reached, release } = pauseAnswer(serverError);
    network.answerEvery(INSERT, answer);
    await device.goOnline();
    await reached;

    await throwInWorker(device, 'The last error of the same report');
    release();

    await expect
      .poll(() => counted(backend), { timeout: REPORTED_WITHIN_MS })
      .toEqual([expect.stringContaining('"RangeError"')]);
  },
);
