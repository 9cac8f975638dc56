import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { aResume } from '../support/application.ts';
import { openPortal } from '../support/portal.ts';
import { card } from '../support/portal-list.ts';
import { storeApplication } from '../support/portal-records.ts';
import { loginHeading, signOutButton } from '../support/staff.ts';
import { expect, test } from '../support/test.ts';

/** The link to a résumé, as the portal receives it. */
async function linkOf(page: Page, id: string): Promise<string> {
  const response = await page.waitForResponse(
    (answer) =>
      answer.request().method() === 'POST' && answer.url().endsWith(`/sign/resumes/${id}.pdf`),
  );
  const { signedURL } = (await response.json()) as { signedURL: string };
  return `/storage/v1${signedURL}`;
}

/** Whether a file in the folder holds any part of the bytes, which are random. */
async function holdsAnyOf(folder: string, bytes: Buffer): Promise<boolean> {
  const parts = Array.from({ length: 8 }, (_, n) =>
    bytes.subarray(1000 + n * 4000).subarray(0, 32),
  );
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const content = await readFile(path.join(entry.parentPath, entry.name));
    if (parts.some((part) => content.includes(part))) return true;
  }
  return false;
}

test('after a download and a sign-out the browser’s folder holds no part of the resume', async ({
  device,
  backend,
}) => {
  const [downloaded, fetched] = [aResume(40_000), aResume(40_000)];
  await storeApplication(backend, { name: 'Doreen Downloaded' }, downloaded);
  const id = await storeApplication(backend, { name: 'Fergus Fetched' }, fetched);
  const page = await openPortal(device);
  const link = linkOf(page, id);
  await page.goto('/admin/applications');
  const press = card(page, 'Doreen Downloaded').getByRole('link', { name: /^Download Resume/ });

  const [download] = await Promise.all([page.waitForEvent('download'), press.click()]);
  expect((await readFile(await download.path())).equals(downloaded.buffer)).toBe(true);
  // An ordinary fetch stores the file on disk, which proves that the search below would find it.
  await page.evaluate(async (url) => void (await (await fetch(url)).arrayBuffer()), await link);
  await signOutButton(page).click();
  await expect(loginHeading(page)).toBeVisible();
  await device.close();

  expect(await holdsAnyOf(device.profileDir, fetched.buffer)).toBe(true);
  expect(await holdsAnyOf(device.profileDir, downloaded.buffer)).toBe(false);
});
