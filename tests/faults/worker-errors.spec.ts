import { expect, test } from '../support/test.ts';

/** Errors are collected for five seconds. */
const REPORTED_WITHIN_MS = 20_000;

test('an uncaught error and a broken policy rule in the worker are counted, without message and address', async ({
  device,
  backend,
}) => {
  await device.openInstalled('/');
  const [worker] = device.context.serviceWorkers();
  if (!worker) throw new Error('No worker runs');
  await worker.evaluate(() => {
    setTimeout(() => {
      throw new RangeError('ailsa@example.com');
    });
    fetch('https://elsewhere.example/ailsa').catch(() => undefined);
  });
  const counted = async () => {
    const rows = await backend.query<{ row: string }>(
      'select to_jsonb(e)::text as row from public.browser_errors e order by kind',
    );
    return rows.map(({ row }) => row);
  };
  await expect
    .poll(counted, { timeout: REPORTED_WITHIN_MS })
    .toEqual([
      expect.stringMatching(/"PolicyViolation".*"connect-src"|"connect-src".*"PolicyViolation"/),
      expect.stringContaining('"RangeError"'),
    ]);
  expect((await counted()).join()).not.toMatch(/ailsa|elsewhere/);
});
