import type { Page } from '@playwright/test';
import { ENTITIES, ENTITY_NAMES, type Entity } from '../../src/core/domain/entities.ts';
import { referenceOf } from '../../src/core/domain/reference.ts';
import type { CrewReportEntry } from '../../src/core/mutations/crew-report.ts';
import type { SubmissionEntry } from '../../src/core/mutations/submission.ts';
import type { OutboxEntry } from '../../src/core/store/device-schema.ts';
import { PATHS } from '../../supabase/local/project-paths.ts';
import type { Fixture } from '../releases/fixture.ts';
import type { TestBackend } from '../support/backend.ts';
import { photosOf } from '../support/crew-phone.ts';
import { noAnswer } from '../support/faults.ts';
import type { Device } from '../support/device.ts';
import { entriesOn, formerDevice, loadDevice } from '../support/former-device.ts';
import { readStore } from '../support/local-store.ts';
import {
  becomesNext,
  isNext,
  offer,
  openWithRelease,
  takenOver,
  updateNow,
} from '../support/next-release.ts';
import { expectRead } from '../support/portal-list.ts';
import { releaseTest as test } from '../support/releases.ts';
import { expect } from '../support/test.ts';

/** A browser with the last release installed, and with all that this release left in its databases. */

test.use({ visitedBefore: 'portal' });

const LAST_RELEASE = '1.0.0';

/** A booking and a message whose deletions wait on that device. */
const DELETED = ['00000000-0000-4000-8000-000000000017', '00000000-0000-4000-8300-000000000000'];

/** The rows that the lists show of that device; null for a list whose rows wait for their deletion. */
const LISTS: Readonly<Record<Entity, number | null>> = {
  bookings: 16,
  crew: 2,
  careers: 2,
  job_applications: 1,
  contact_messages: null,
  gallery_images: 2,
  testimonials: 2,
};

/** Every request of the API. */
const API = '* /*/v1/*';

/** The state of something, without the cause of its wait, which each attempt may change. */
const STATE =
  /^(Sending|Preparing|Uploading|Adding|Creating|Waiting to .*|Needs attention|Sent$|We have it.*|Deleting [\d,]+|\d+ \w+ will be deleted|Your answer|Your “.*”|\d+ answers|(Done|Note for the office|Could not get in), .*)/;

/** The headings of a page, and the states on it, once nothing is being sent. */
async function readShown(page: Page): Promise<string[]> {
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  let states: string[] = [];
  await expect(async () => {
    states = await main.getByText(STATE).allTextContents();
    expect(states.join('\n')).not.toMatch(/^(Send|Prepar|Upload|Add|Creat)ing/m);
  }).toPass();
  // The third attempt at an alert is the last one.
  const shown = states.map((text) =>
    (STATE.exec(text)?.[0] ?? text).replace(/^We have it.*/, 'Sent'),
  );
  // A state may be in a live region too.
  return [...(await main.getByRole('heading').allTextContents()), ...new Set(shown)].sort();
}

/** What My requests, the lists and the crew's page show. */
async function readScreens(device: Device, { items }: Fixture) {
  const page = await device.open('/requests');
  const submissions = items.filter(({ shown }) => shown?.screen === 'My requests');
  for (const { id } of submissions)
    await expect(page.getByRole('heading', { name: referenceOf(id) })).toBeVisible();
  const screens = [await readShown(page)];
  for (const [entity, count] of Object.entries(LISTS) as [Entity, number | null][]) {
    await page.goto(ENTITIES[entity].path);
    if (count === null)
      await expect(page.getByText(/^2 messages will be deleted/).first()).toBeVisible();
    else await expectRead(page, count);
    screens.push(await readShown(page));
  }
  await page.goto('/crew');
  await expect(page.getByRole('textbox', { name: 'Your note' })).toHaveValue('The tap is lo');
  screens.push(await readShown(page));
  await page.close();
  return screens;
}

/** Where the server has the records of entries. */
const RECORDS = [
  'public.booking_events',
  'public.crew_reports',
  'private.setting_changes',
  ...ENTITY_NAMES.map((name) => `public.${name}`),
];

const readIds = async (site: TestBackend): Promise<string[]> => {
  const read = RECORDS.map((table) => site.query<{ id: string }>(`select id from ${table}`));
  return (await Promise.all(read)).flat().map(({ id }) => id);
};

const reasonOf = ({ state }: OutboxEntry): string =>
  (state.name === 'attention' ? state.reason : state.retry?.reason) ?? '';

/** Why each waiting entry is not sent, by id. */
const readStates = async (page: Page) =>
  Object.fromEntries(
    (await readStore<OutboxEntry>(page, 'entries')).map((entry) => [entry.id, reasonOf(entry)]),
  );

/**
 * The entries that this server leaves on the device, with the reason: those that its release left,
 * and answers that wait to bookings of links, which this server does not know.
 */
function leftOn(former: Fixture): Record<string, string> {
  const left = new Set(former.flushed.left.map(({ id }) => id));
  return Object.fromEntries(
    entriesOn(former).flatMap((entry): [string, string][] => {
      const isUnknown =
        entry.kind === 'customer-answer' && !entry.isStored && entry.state.name !== 'attention';
      if (!left.has(entry.id) && !isUnknown) return [];
      return [[entry.id, isUnknown ? 'gone' : reasonOf(entry)]];
    }),
  );
}

test('a device of the last release shows after an update, and after the way back, what it showed', async ({
  device,
  network,
  site,
  nextRelease,
}) => {
  test.slow();
  const former = await formerDevice(site, LAST_RELEASE);
  await loadDevice(await device.open('/robots.txt'), former);
  const silence = network.answerEvery(API, noAnswer);
  const before = await readScreens(device, former);

  await site.deploy(nextRelease);
  const page = await openWithRelease(device, '/about');
  await updateNow(page);
  await becomesNext(page);

  expect(await readScreens(device, former)).toEqual(before);

  await site.deploy(PATHS.dist);
  const back = await openWithRelease(device, '/about');
  await page.close();
  const reloaded = back.waitForEvent('load');
  await updateNow(back);
  await reloaded;
  await takenOver(back);
  expect(await isNext(back)).toBe(false);
  expect(await readScreens(device, former)).toEqual(before);
  silence.stop();
});

test('a device of the last release sends after an update everything once, or names why not', async ({
  device,
  network,
  site,
  nextRelease,
}) => {
  test.slow();
  const former = await formerDevice(site, LAST_RELEASE);
  await loadDevice(await device.open('/robots.txt'), former);
  const silence = network.answerEvery(API, noAnswer);
  await site.deploy(nextRelease);
  const page = await openWithRelease(device, '/about');
  await expect(offer(page)).toBeVisible();
  await updateNow(page);
  await becomesNext(page);

  silence.stop();
  await device.goOffline();
  await device.goOnline();
  await page.goto('/requests');
  await Promise.all([device.open('/admin/dashboard'), device.open('/crew')]);

  const entries = entriesOn(former);
  const left = leftOn(former);
  await expect
    .poll(() => readStates(page), { message: 'what is left', timeout: 60_000 })
    .toEqual(left);
  const sent = entries.filter(({ id }) => !(id in left));
  const isRecord = ({ kind, isStored }: OutboxEntry) =>
    !isStored && kind !== 'deletion' && kind !== 'withdrawal';
  const records = sent.filter(isRecord).map(({ id }) => id);
  const stored = await readIds(site);
  expect(stored.filter((id) => records.includes(id)).sort()).toEqual(records.sort());
  const mails = await site.mails();
  for (const entry of sent.filter(isRecord) as SubmissionEntry[]) {
    const { values: { name, email } = { name: '', email: '' } } = entry;
    if (email === '') continue;
    const about = mails.filter(({ replyTo, text }) => replyTo === email && text.includes(name));
    expect({ name, mails: about.length }).toEqual({ name, mails: 1 });
  }
  for (const entry of sent as CrewReportEntry[])
    if (entry.photos === 2 && !entry.isStored)
      expect(await photosOf(site, entry.id)).toEqual(['1', '2']);
  for (const id of DELETED) expect(stored).not.toContain(id);
});
