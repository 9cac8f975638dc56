import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { setClock } from '../support/clock.ts';
import {
  addMember,
  dayHeading,
  endPhones,
  giveTo,
  nextJob,
  openCode,
  openRegistered,
  photosOf,
  readPhoto,
  register,
  reportsOn,
  storedTexts,
  storeJob,
} from '../support/crew-phone.ts';
import { answerWith, noAnswer, serverError, signInPage } from '../support/faults.ts';
import { notificationsOf, tapNotification } from '../support/notifications.ts';
import { aPhoto } from '../support/photos.ts';
import { expect, test } from '../support/test.ts';
import { connectPushService, stubPushService } from '../support/web-push.ts';

// These tests need Background Sync or notifications.
test.use({ visitedBefore: 'site', inShell: false });

const DAY_MS = 24 * 60 * 60_000;
const JOBS = 'POST /rest/v1/rpc/crew_jobs';
const REGISTER = 'POST /rest/v1/rpc/crew_register';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const reports = (page: Page) => page.getByRole('list', { name: 'Your reports' });

test('a cleaner types the code once, and reads the day from a cold start without a connection', async ({
  device,
  backend,
}) => {
  const ann = await addMember(backend);
  const ben = await addMember(backend, 'Ben Carr');
  await storeJob(backend, [ann, ben], {
    name: 'Isla Grant',
    address: '12 High Street\nPaisley PA1 2AB',
    access: 'Key safe 4711',
    notes: 'The dog is friendly',
  });
  await storeJob(backend, [ann], { inDays: 1, name: 'Callum Reid' });
  await storeJob(backend, [ann], { inDays: 3, name: 'Fiona Stewart' });
  await storeJob(backend, [ben], { name: 'Not Hers' });
  const page = await openRegistered(device, ann);
  await expect(nextJob(page)).toContainText('Isla Grant');

  await device.kill();
  await device.start();
  await device.goOffline();
  const later = await device.open('/crew');

  await expect(dayHeading(later, 'Ann Baker')).toBeVisible();
  const next = nextJob(later);
  for (const text of ['12 High Street', 'Key safe 4711', 'The dog is friendly', 'Ben'])
    await expect(next).toContainText(text);
  await expect(next.getByRole('link', { name: 'Call Isla Grant' })).toHaveAttribute(
    'href',
    /^tel:/,
  );
  await expect(later.getByText('There is no connection.').first()).toBeVisible();
  await later.getByText('Tomorrow, 1 job').click();
  await later.getByText('Callum Reid').first().click();
  await expect(later.getByRole('link', { name: 'Directions Callum Reid' })).toBeVisible();
  for (const name of ['Fiona Stewart', 'Not Hers'])
    await expect(later.getByRole('main')).not.toContainText(name);
});

test('an open page reads the day again every quarter of an hour', async ({ device, backend }) => {
  const ann = await addMember(backend);
  await device.context.clock.install();
  const page = await openRegistered(device, ann);
  await expect(dayHeading(page, 'Ann Baker')).toBeVisible();
  await storeJob(backend, [ann], { name: 'Isla Grant' });
  await device.context.clock.fastForward(14 * 60_000);
  await expect(page.getByText('Isla Grant')).toHaveCount(0);
  await device.context.clock.fastForward(60_000);
  await expect(nextJob(page)).toContainText('Isla Grant');
});

test('a code that is wrong, a limit, a failing server and no connection are told apart, and nothing typed is lost', async ({
  device,
  backend,
  network,
}) => {
  const ann = await addMember(backend);
  const page = await device.openInstalled('/crew');
  const input = page.getByLabel('Code from the office');
  await input.fill('AAAA');
  await button(page, 'Continue').click();
  await expect(page.getByText('Type the eight letters and digits')).toBeVisible();
  await expect(input).toBeFocused();

  await input.fill('0000 0000');
  await button(page, 'Continue').click();
  await expect(page.getByText('This code is not valid.')).toBeVisible();

  await input.fill(ann.code.toLowerCase().replace('-', ' '));
  const limit = answerWith(429, { code: 'PT429', message: 'slow down' });
  for (const [answer, text] of [
    [limit, 'Too many requests have come from this network'],
    [serverError, 'server is having trouble'],
    [signInPage, 'This network is answering in place'],
    [noAnswer, 'There is no connection'],
  ] as const) {
    network.answerInTurn(REGISTER, [answer]);
    await button(page, 'Continue').click();
    await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByText('Your code has not been checked.')).toBeVisible();
  }
  await button(page, 'Continue').click();
  await expect(dayHeading(page, 'Ann Baker')).toBeVisible();
});

test('a fourth phone is refused, and its code works once another one is signed out', async ({
  device,
  backend,
}) => {
  const ann = await addMember(backend);
  await backend.query(
    `insert into private.crew_devices (crew_id, key_hash, name)
     select $1, sha256(n::text::bytea), 'Phone ' || n from generate_series(1, 3) n`,
    [ann.id],
  );
  const page = await device.openInstalled('/crew');
  await page.getByLabel('Code from the office').fill(ann.code);
  await button(page, 'Continue').click();
  await expect(page.getByText('You have three phones already.')).toBeVisible();
  await endPhones(backend, ann);
  await register(page, ann);
});

test('a registration whose response is lost is found when the connection returns, without the code', async ({
  device,
  backend,
  network,
}) => {
  const ann = await addMember(backend);
  const page = await device.openInstalled('/crew');
  network.answerInTurn(REGISTER, [
    async ({ ask, lose }) => {
      await ask();
      lose();
    },
  ]);
  await page.getByLabel('Code from the office').fill(ann.code);
  await button(page, 'Continue').click();
  await expect(page.getByText('There is no connection')).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(dayHeading(page, 'Ann Baker')).toBeVisible();
});

test('a report with photographs is sent by the worker with every page closed, once and without their place', async ({
  device,
  backend,
}) => {
  const ann = await addMember(backend);
  const booking = await storeJob(backend, [ann], { name: 'Isla Grant' });
  const page = await openRegistered(device, ann);
  await device.goOffline();
  await button(page, 'Could not get in').click();
  await page.getByLabel('What happened? (optional)').fill('Nobody opens');
  await page
    .getByLabel(/^Photographs/)
    .setInputFiles([await aPhoto({ width: 3000, height: 2000 }), await aPhoto({ orientation: 6 })]);
  await button(page, 'Send “Could not get in”, 2 photos').click();
  await expect(reports(page)).toContainText('Saved on this phone.');
  await expect(reports(page)).not.toContainText('Sent');
  await device.closePages();

  await device.goOnline();

  await expect.poll(() => reportsOn(backend, booking)).toHaveLength(1);
  const [report] = await reportsOn(backend, booking);
  expect(report).toMatchObject({ kind: 'locked-out', message: 'Nobody opens', pictures: 2 });
  const id = report?.id ?? '';
  await expect.poll(() => photosOf(backend, id)).toEqual(['1', '2']);
  const [wide, upright] = await Promise.all(
    ['1', '2'].map(async (place) => sharp(await readPhoto(backend, `${id}/${place}`)).metadata()),
  );
  expect(wide).toMatchObject({ format: 'webp', width: 1600, height: 1067 });
  expect(upright).toMatchObject({ width: 600, height: 800 });
  expect([wide?.exif, upright?.exif]).toEqual([undefined, undefined]);

  const later = await device.open('/crew');
  await expect(reports(later)).toContainText('Could not get in');
  await expect(reports(later)).toContainText('Sent to the office.');
  expect(await reportsOn(backend, booking)).toHaveLength(1);
});

test('a report is taken back until it is sent, and its text is there again, after a reload too', async ({
  device,
  backend,
}) => {
  const ann = await addMember(backend);
  const booking = await storeJob(backend, [ann]);
  const page = await openRegistered(device, ann);
  await device.goOffline();
  await button(page, 'Note for the office').click();
  await button(page, 'Send “Note for the office”').click();
  await expect(page.getByText('Type a note first.')).toBeVisible();
  await page.getByLabel('Your note').fill('The boiler leaks');
  await page.reload();
  await expect(page.getByLabel('Your note')).toHaveValue('The boiler leaks');
  await button(page, 'Send “Note for the office”').click();
  await expect(reports(page)).toContainText('It is sent when the connection is back.');
  await button(page, 'Undo').click();
  await expect(reports(page)).toHaveCount(0);
  await button(page, 'Note for the office').click();
  await expect(page.getByLabel('Your note')).toHaveValue('The boiler leaks');
  await device.goOnline();
  await button(page, 'Send “Note for the office”').click();
  await expect(reports(page)).toContainText('Sent to the office.');
  expect(await reportsOn(backend, booking)).toMatchObject([
    { kind: 'noted', message: 'The boiler leaks' },
  ]);
  await expect(page.getByRole('main')).not.toContainText('Saved on this phone');
});

test('a job that was given away while a report is typed is gone at the next contact, and the report arrives and says so', async ({
  device,
  backend,
}) => {
  const ann = await addMember(backend);
  const ben = await addMember(backend, 'Ben Carr');
  const booking = await storeJob(backend, [ann], { name: 'Isla Grant' });
  const page = await openRegistered(device, ann);
  await button(page, 'Done').click();
  await page.getByLabel(/Anything the office should know/).fill('All finished');
  await giveTo(backend, booking, [ben]);
  await button(page, 'Refresh').click();
  await expect(page.getByText('This job is no longer yours')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('Isla Grant');
  await button(page, 'Send “Done”').click();
  await expect(page.getByText('The office had given this job to somebody else.')).toBeVisible();
  expect(await reportsOn(backend, booking)).toMatchObject([{ message: 'All finished' }]);
});

test('a phone that the office signs out loses the day, what is typed, and what waits, at its next contact', async ({
  device,
  backend,
}) => {
  const ann = await addMember(backend);
  await storeJob(backend, [ann], { name: 'Isla Grant' });
  const page = await openRegistered(device, ann);
  await device.goOffline();
  await button(page, 'Done').click();
  await page.getByLabel(/^Photographs/).setInputFiles([await aPhoto()]);
  await button(page, /^Send “Done”/).click();
  await expect(reports(page)).toContainText('Saved on this phone.');
  await endPhones(backend, ann);
  await device.goOnline();

  await expect(page.getByText('This phone is signed out')).toBeVisible();
  const stored = await storedTexts(page);
  expect(stored).toContain('crew [{"key":"ended"}]');
  for (const store of ['entries', 'files', 'receipts']) expect(stored).toContain(`${store} []`);
  expect(stored).not.toContain('Isla Grant');
  await register(page, { ...ann, code: await openCode(backend, ann.id) });
});

for (const [name, offset] of [
  ['ahead past the end', 2 * DAY_MS],
  ['back by a day', -DAY_MS],
] as const)
  test(`the sheet is gone without a connection once the phone’s clock is set ${name}`, async ({
    device,
    backend,
  }) => {
    const ann = await addMember(backend);
    await storeJob(backend, [ann], { name: 'Isla Grant' });
    const page = await openRegistered(device, ann);
    await device.goOffline();
    await expect(nextJob(page)).toContainText('Isla Grant');

    await setClock(device, offset);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByText('Your day is not on this phone')).toBeVisible();
    expect(await storedTexts(page)).not.toContain('Isla Grant');
    await page.reload();
    await expect(page.getByText('Your day is not on this phone')).toBeVisible();
  });

test('the worker deletes a sheet that has ended, with its page closed and without a connection', async ({
  device,
  backend,
}) => {
  const ann = await addMember(backend);
  await storeJob(backend, [ann], { name: 'Isla Grant' });
  await openRegistered(device, ann);
  await device.closePages();
  await device.goOffline();
  await setClock(device, 2 * DAY_MS);

  const site = await device.open('/about');
  await expect
    .poll(async () => (await storedTexts(site)).includes('Isla Grant'), 'the sheet is there')
    .toBe(false);
});

test('a hotel’s sign-in page replaces nothing, and its cause is shown', async ({
  device,
  backend,
  network,
}) => {
  const ann = await addMember(backend);
  await storeJob(backend, [ann], { name: 'Isla Grant' });
  const page = await openRegistered(device, ann);
  network.answerInTurn(JOBS, [signInPage]);
  await button(page, 'Refresh').click();
  await expect(page.getByText('This network is answering in place').first()).toBeVisible();
  await expect(nextJob(page)).toContainText('Isla Grant');
});

test('no id of a booking is in a response, an address, a cache or a database of the phone', async ({
  device,
  backend,
}) => {
  const ann = await addMember(backend);
  const ids = [
    await storeJob(backend, [ann]),
    await storeJob(backend, [ann], { inDays: 1 }),
    await storeJob(backend, [ann], { inDays: 4 }),
  ];
  const seen: Promise<string>[] = [];
  device.context.on('response', (response) => {
    const text = response.text().catch(() => '');
    seen.push(text.then((body) => `${response.url()} ${body}`));
  });
  const page = await openRegistered(device, ann);
  await button(page, 'Done').click();
  await page.getByLabel(/^Photographs/).setInputFiles([await aPhoto()]);
  await button(page, /^Send “Done”/).click();
  await expect(reports(page)).toContainText('Sent to the office.');

  const all = [...(await Promise.all(seen)), await storedTexts(page)].join('\n');
  expect(all).toContain('crew_jobs');
  for (const id of ids) expect(all).not.toContain(id);
});

test('a visitor’s device keeps the crew’s page and none of its scripts', async ({ device }) => {
  const page = await device.openInstalled('/about');
  const cached = await page.evaluate(async () =>
    (await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys())))
      .flat()
      .map(({ url }) => new URL(url).pathname),
  );
  expect(cached).toContain('/crew/index.html');
  expect(cached.filter((file) => /\/assets\/crew-/.test(file))).toEqual([]);
});

test('a changed day notifies a phone that asked for it, replaces the sheet with every page closed, and opens the page', async ({
  device,
  backend,
}) => {
  const ann = await addMember(backend);
  await storeJob(backend, [ann], { name: 'Isla Grant' });
  const keys = await stubPushService(device);
  const page = await openRegistered(device, ann);
  await button(page, 'Tell me when my day changes').click();
  await expect(page.getByText('You get a notification when your day changes.')).toBeVisible();
  expect(
    await backend.query('select p256dh, auth from private.crew_devices where crew_id = $1', [
      ann.id,
    ]),
  ).toEqual([keys]);

  await device.closePages();
  await backend.query(`update public.bookings set name = 'Callum Reid' where $1 = any(crew)`, [
    ann.id,
  ]);
  const deliver = await connectPushService(device);
  const message = { title: 'Your day has changed', body: '', tag: 'crew', path: '/crew' };
  await deliver(JSON.stringify(message));
  await expect.poll(() => notificationsOf(device)).toEqual(['Your day has changed']);
  const stored = async () => {
    const site = await device.open('/robots.txt');
    const text = await storedTexts(site);
    await site.close();
    return text.includes('Callum Reid') && !text.includes('Isla Grant');
  };
  await expect.poll(stored, 'the sheet is replaced').toBe(true);
  expect(await tapNotification(device, message.tag)).toEqual(['open /crew']);
});
