import { expect, type Page } from '@playwright/test';
import type { SubmissionEntry } from '../../src/core/mutations/submission.ts';
import type { OutboxEntry } from '../../src/core/store/device-schema.ts';
import type { Device } from './device.ts';
import { readStore } from './local-store.ts';

/**
 * Waits until the device has nothing of this person left to send and nobody sends: the office then
 * has all that it will get. Reads from a page of the site without the app, which sends nothing
 * itself.
 */
export async function sentEverythingOf(device: Device, email: string): Promise<void> {
  const page = await device.open('/robots.txt');
  await expect.poll(() => leftToSend(page, email), 'left to send').toEqual([]);
  await page.close();
}

/**
 * The ids of the person's entries, and `outbox` while a tab or worker holds or waits for the lock.
 */
async function leftToSend(page: Page, email: string): Promise<string[]> {
  if (await page.evaluate(() => indexedDB === undefined)) return [];
  const entries = await readStore<OutboxEntry | SubmissionEntry>(page, 'entries');
  const own = entries.filter((entry) => 'values' in entry && entry.values.email === email);
  return [...own.map(({ id }) => id), ...(await whoSends(page))];
}

/** Waits until the device has no change of staff left to send, and nobody sends. */
export const sentEverythingOfStaff = (page: Page): Promise<void> =>
  expect
    .poll(
      async () => [
        ...(await readStaffEntries(page)).map(({ id }) => id),
        ...(await whoSends(page)),
      ],
      'left to send',
    )
    .toEqual([]);

/** The changes of staff that wait on the device. */
export const readStaffEntries = async (page: Page): Promise<OutboxEntry[]> =>
  (await readStore<OutboxEntry>(page, 'entries')).filter(({ userId }) => userId !== null);

/** Names the lock for each tab or worker that holds or waits for it. */
const whoSends = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    return [...held, ...pending].flatMap(({ name }) => (name === 'outbox' ? [name] : []));
  });
