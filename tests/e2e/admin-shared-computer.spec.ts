import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ADMIN } from '../backend/support/people.ts';
import { aResume } from '../support/application.ts';
import { goTo, signIn } from '../support/portal.ts';
import { card } from '../support/portal-list.ts';
import { storeApplication, storeBooking } from '../support/portal-records.ts';
import { loginHeading, signOutButton } from '../support/staff.ts';
import { expect, test } from '../support/test.ts';

const BOOKED = {
  name: 'Bryony Bookedby',
  phone: '0141 496 0801',
  email: 'bryony-b@example.com',
  address: '77 Forgotten Lane',
};
const APPLIED = { name: 'Rory Remembered', phone: '0141 496 0802', email: 'rory-r@example.com' };
const IN_THE_RESUME = 'Ten years of windows at Paisley Abbey';

/**
 * Files that no site can clear. Chromium keeps deleted rows and databases of IndexedDB in its files
 * until it compacts them, and remembers form entries itself.
 */
const THE_BROWSERS_OWN = [/\/IndexedDB\//, /\/(Login|Web) Data(-journal)?$/];

/** Every file of a closed browser's profile that contains one of the words, with the word. */
async function findTexts(profileDir: string, texts: string[]): Promise<string[]> {
  const entries = await readdir(profileDir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  expect(files.length, 'files of the profile').toBeGreaterThan(50);
  const found: string[] = [];
  for (const file of files.filter(
    (name) => !THE_BROWSERS_OWN.some((pattern) => pattern.test(name)),
  )) {
    const bytes = await readFile(file);
    const inside = texts.filter(
      (text) => bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le')),
    );
    found.push(...inside.map((text) => `${path.relative(profileDir, file)}: ${text}`));
  }
  return found;
}

test('after signing out, no file of the browser holds data of the portal', async ({
  device,
  backend,
}) => {
  const resume = aResume(40_000);
  resume.buffer.write(IN_THE_RESUME, 100);
  await storeBooking(backend, BOOKED);
  await storeApplication(backend, APPLIED, resume);
  const page = await device.openInstalled('/admin/login');
  await signIn(page);
  await goTo(page, 'Bookings');
  await expect(page.getByRole('heading', { name: BOOKED.name })).toBeVisible();
  await goTo(page, 'Applications');
  const link = card(page, APPLIED.name).getByRole('link', { name: /^Download Resume/ });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect((await readFile(await download.path())).equals(resume.buffer)).toBe(true);
  await signOutButton(page).click();
  await expect(loginHeading(page)).toBeVisible();

  await device.close();

  const texts = [...Object.values(BOOKED), ...Object.values(APPLIED), IN_THE_RESUME, ADMIN.email];
  expect(await findTexts(device.profileDir, texts)).toEqual([]);
});
