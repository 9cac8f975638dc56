import { expect, type Page } from '@playwright/test';
import type { SubmissionEntry } from '../../src/core/store/rows.ts';
import type { Device } from './device.ts';
import { readStore } from './local-store.ts';

/**
 * Waits until nothing of this person's is left on the device to be sent, and nobody is at it: what the office has by then
 * is all that it will get. Looks from a page of the site without the app, which sends nothing itself.
 */
export async function sentEverythingOf(device: Device, email: string): Promise<void> {
  const page = await device.open('/robots.txt');
  await expect.poll(() => leftToSend(page, email), 'left to send').toEqual([]);
  await page.close();
}

/** The ids of the person's entries, and `outbox` while somebody sends or wants to. */
async function leftToSend(page: Page, email: string): Promise<string[]> {
  if (await page.evaluate(() => indexedDB === undefined)) return [];
  const entries = await readStore<SubmissionEntry>(page, 'entries');
  return [
    ...entries.filter(({ submission }) => submission.values.email === email).map(({ id }) => id),
    ...(await whoSends(page)),
  ];
}

/** Waits until nothing that staff did on the device is left to be sent, and nobody is at it. */
export const sentEverythingOfStaff = (page: Page): Promise<void> =>
  expect
    .poll(
      async () => [
        ...(await readStore<{ id: string }>(page, 'adminEntries')).map(({ id }) => id),
        ...(await whoSends(page)),
      ],
      'left to send',
    )
    .toEqual([]);

/** Names the lock once for everybody who sends or wants to. */
const whoSends = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    return [...held, ...pending].flatMap(({ name }) => (name === 'outbox' ? [name] : []));
  });

/** Expects the device to have nothing of a visitor's to send, and not to have sent anything. */
export async function expectNothingSent(page: Page): Promise<void> {
  expect({
    entries: await readStore(page, 'entries'),
    receipts: await readStore(page, 'receipts'),
  }).toEqual({ entries: [], receipts: [] });
}
