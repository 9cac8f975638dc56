import { toast } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';
import { readStore } from '../support/local-store.ts';

test('a browser that threw the waiting requests away is noticed and told', async ({ device, backend }) => {
  const page = await device.open('/requests');
  await expect.poll(() => readStore(page, 'facts')).toHaveLength(1);
  const cdp = await device.context.newCDPSession(page);
  await cdp.send('Storage.clearDataForOrigin', { origin: backend.url, storageTypes: 'indexeddb' });

  await page.reload();

  await expect(page.getByText(/Requests that were waiting on this device may be lost/)).toBeVisible();

  await page.goto('/about');
  await expect(toast(page, /Requests that were waiting on this device may be lost/)).toBeVisible();
});

test('a first visit is not taken for a loss', async ({ device }) => {
  const page = await device.open('/requests');
  await expect.poll(() => readStore(page, 'facts')).toHaveLength(1);

  await page.reload();

  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(/may be lost/)).toHaveCount(0);
});
