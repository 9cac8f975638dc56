import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { dayAfter, londonTime } from '../../src/core/domain/london-time.ts';
import { clientOf } from '../backend/support/client.ts';
import { expectAccessibleInBothSchemes, expectFits } from '../support/accessibility.ts';
import { addEvent } from '../support/answers.ts';
import type { TestBackend } from '../support/backend.ts';
import { aPhoto } from '../support/photos.ts';
import { openInstalledPortal, openPortal } from '../support/portal.ts';
import {
  card,
  cards,
  deleteRows,
  searchField,
  selectAll,
  selectBox,
} from '../support/portal-list.ts';
import { clear, storeBooking, storePerson } from '../support/portal-records.ts';
import { toast } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

const today = () => londonTime().day;
const answerPath = (id: string) => `/admin/bookings/answer#${id}`;
const request = (page: Page) => page.getByRole('region', { name: 'Request' });
const history = (page: Page) => page.getByRole('region', { name: 'History' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** The booking of a customer with a name of their own, confirmed for today. */
async function storeJob(backend: TestBackend, changes: Record<string, unknown> = {}) {
  const name = `Isla ${randomUUID().replaceAll(/[^a-f]/g, '')}`;
  const values = { name, status: 'confirmed', preferred_date: today(), ...changes };
  return { id: await storeBooking(backend, values), name };
}

/** Ann Baker and Ben of the team. */
const storeTeam = async (backend: TestBackend) => ({
  ann: await storePerson(backend, { name: 'Ann Baker' }),
  ben: await storePerson(backend, { name: 'Ben' }),
});

const crewOf = async (backend: TestBackend, id: string) =>
  (await backend.query<{ crew: string[] }>('select crew from bookings where id = $1', [id]))[0]
    ?.crew;

/** Registers a phone with a code; resolves with its key. */
async function register(backend: TestBackend, code: string): Promise<string> {
  const key = randomUUID().replaceAll('-', '');
  const { data } = await clientOf(backend.url).rpc('crew_register', {
    _code: code,
    _key: key,
    _device: 'Chrome on Android',
  });
  expect(data).toMatchObject({ outcome: 'registered' });
  return key;
}

/** Stores a person's phone; resolves with its key. */
async function storePhone(backend: TestBackend, person: string): Promise<string> {
  const key = randomUUID().replaceAll('-', '');
  await backend.query(
    `insert into private.crew_devices (crew_id, key_hash, name)
     values ($1, private.crew_key_hash($2), 'Chrome on Android')`,
    [person, key],
  );
  return key;
}

/** Sends a report on a job, and its photographs; resolves with the event's id. */
async function report(
  backend: TestBackend,
  key: string,
  bookingId: string,
  kind: 'done' | 'locked-out',
  { message = '', pictures = 0, sent = 0 }: { message?: string; pictures?: number; sent?: number },
): Promise<string> {
  const phone = clientOf(backend.url);
  const [{ job } = { job: '' }] = await backend.query<{ job: string }>(
    'select job from bookings where id = $1',
    [bookingId],
  );
  const id = randomUUID();
  const { data } = await phone.rpc('crew_report', {
    ...{ _key: key, _event_id: id, _job: job, _kind: kind, _message: message },
    ...{ _pictures: pictures, _made_at: new Date().toISOString() },
  });
  expect(data).toMatchObject({ outcome: 'added' });
  for (let n = 1; n <= sent; n++) await sendPicture(backend, id, n);
  return id;
}

async function sendPicture(backend: TestBackend, eventId: string, n: number): Promise<void> {
  const { buffer } = await aPhoto();
  const { error } = await clientOf(backend.url)
    .storage.from('jobs')
    .upload(`${eventId}/${n}`, buffer, { contentType: 'image/jpeg' });
  expect(error).toBeNull();
}

test.beforeEach(async ({ backend }) => {
  await clear(backend, 'bookings');
  await clear(backend, 'crew');
});

test('a code of the team’s screen registers a phone, which is listed there and ended', async ({
  device,
  backend,
}) => {
  const page = await openPortal(device, '/admin/team');
  await expect(page.getByText('Nobody is in the team yet')).toBeVisible();
  await press(page, 'Add Person');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add Person' }).click();
  await expect(dialog.getByText('Please fill in the name')).toBeVisible();
  await dialog.getByLabel('Name', { exact: true }).fill('Ann Baker');
  await dialog.getByRole('button', { name: 'Add Person' }).click();
  await expect(card(page, 'Ann Baker')).toContainText('No phone shows their jobs yet.');

  await press(page, 'Show a code for Ann Baker');
  await expect(
    dialog.getByText(`On the phone open ${new URL(page.url()).host}/crew`),
  ).toBeVisible();
  const code = dialog.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  await expect(code).toBeVisible();
  await expect(dialog.getByText(/^Until \d\d:\d\d$/)).toBeVisible();
  const key = await register(backend, (await code.textContent()) ?? '');
  await press(page, 'Done');
  await expect(card(page, 'Ann Baker')).toContainText(/Chrome on Android\s*last used/);

  await press(page, 'End Chrome on Android of Ann Baker');
  await expect(card(page, 'Ann Baker')).toContainText('No phone shows their jobs yet.');
  expect((await clientOf(backend.url).rpc('crew_jobs', { _key: key })).data).toBeNull();
});

test('a fourth phone gets no code, and without a connection the devices’ fault is named', async ({
  device,
  network,
  backend,
}) => {
  const { ann } = await storeTeam(backend);
  await backend.query(
    `insert into private.crew_devices (crew_id, key_hash, name)
     select $1, sha256(n::text::bytea), 'Phone ' || n from generate_series(1, 3) n`,
    [ann],
  );
  const page = await openPortal(device, '/admin/team');
  await expect(card(page, 'Ann Baker')).toContainText('3 phones at most');
  await expect(page.getByRole('button', { name: 'Show a code for Ann Baker' })).toHaveCount(0);
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await press(page, 'Show a code for Ben');
  await expect(page.getByRole('dialog').getByText(/^Until/)).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  let giveLate = () => {};
  const isAskedFor = new Promise<void>((resolve) => (giveLate = resolve));
  const late = network.answerInTurn('POST /rest/v1/rpc/crew_devices', [
    async ({ ask, give }) => {
      const reply = await ask();
      await isAskedFor;
      give(reply);
    },
  ]);
  await page.keyboard.press('Escape');
  await expect.poll(() => late.count).toBe(1);
  await page.route('**/rpc/crew_*', (route) => route.abort());
  await press(page, 'Show a code for Ben');
  await expect(page.getByRole('dialog')).toContainText(
    'No code could be made. There is no connection.',
  );
  await page.keyboard.press('Escape');
  const fault = page.getByText('The phones could not be read.');
  await expect(fault).toBeVisible();
  const isGiven = page.waitForEvent('requestfinished');
  giveLate();
  await isGiven;
  await page.unroute('**/rpc/crew_*');
  await expect(fault).toBeVisible();
  await press(page, 'Try again');
  await expect(card(page, 'Ann Baker')).toContainText('Phone 3');
});

test('a person who leaves is taken off the coming jobs, and their phones end', async ({
  device,
  backend,
}) => {
  const { ann } = await storeTeam(backend);
  const { id } = await storeJob(backend, { crew: [ann] });
  const page = await openPortal(device, '/admin/team');
  await selectBox(page, 'Ann Baker').check();
  await page.getByRole('button', { name: /^Delete Selected/ }).click();
  await expect(page.getByRole('dialog')).toContainText('Their phones show no jobs any more');
  await page.keyboard.press('Escape');
  await selectBox(page, 'Ann Baker').uncheck();
  await deleteRows(page, ['Ann Baker']);
  await expect(toast(page, 'Deleted 1 person(s)')).toBeVisible();
  await expect(card(page, 'Ann Baker')).toHaveCount(0);
  expect(await crewOf(backend, id)).toEqual([]);
});

test.describe('on an installed portal', () => {
  test.use({ visitedBefore: 'portal' });

  test('a booking is given to people offline, which can be undone, and is found, filtered and printed by them', async ({
    device,
    backend,
  }) => {
    const { ann, ben } = await storeTeam(backend);
    const { id, name } = await storeJob(backend);
    const other = await storeJob(backend);
    await device.context.addInitScript(() => {
      window.print = () => (document.documentElement.dataset.printed = 'yes');
    });
    const page = await openInstalledPortal(device, answerPath(id));
    await expect(request(page)).toContainText('Nobody goes yet');
    await expect(page.getByLabel('Also the coming visits')).toHaveCount(0);
    await device.goOffline();
    await page.getByRole('checkbox', { name: 'Ann Baker' }).check();
    await press(page, 'Save who goes');
    await expect(request(page)).toContainText('Ann Baker');
    await press(page, `Undo the list of those who go: ${name}`);
    await expect(request(page)).toContainText('Nobody goes yet');
    await page.getByRole('checkbox', { name: 'Ann Baker' }).check();
    await page.getByRole('checkbox', { name: 'Ben' }).check();
    await press(page, 'Save who goes');
    await expect(history(page)).toContainText('You: Given to Ann Baker, Ben');
    // Another group of answers does not wait for it.
    await expect(page.getByRole('radio', { name: 'Move', exact: true })).toBeVisible();
    expect(await crewOf(backend, id)).toEqual([]);
    await device.goOnline();
    await expect.poll(() => crewOf(backend, id)).toEqual([ann, ben]);
    await expect(page.getByText('Waiting to be sent')).toHaveCount(0);

    await page.getByRole('link', { name: 'All bookings' }).click();
    await expect(card(page, name)).toContainText('Ann Baker, Ben');
    await searchField(page).fill('ann baker');
    await expect(cards(page)).toHaveCount(1);
    await searchField(page).fill('');
    await press(page, 'Filters');
    await page.getByLabel('Who goes').selectOption('Ben');
    await expect(cards(page)).toHaveCount(1);
    await expect(card(page, name)).toBeVisible();
    await page.getByLabel('Who goes').selectOption('Nobody yet');
    await expect(card(page, other.name)).toBeVisible();
    await expect(cards(page)).toHaveCount(1);
    await press(page, 'Show all');

    await press(page, 'Print');
    await page.getByLabel('Day', { exact: true }).fill(today());
    await press(page, 'Print run sheet');
    await expect(page.locator('html')).toHaveAttribute('data-printed');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('body').innerText()).toContain('Ann Baker, Ben');
  });

  test('all of a day’s jobs are given to somebody else offline, twice, and the last choice is sent', async ({
    device,
    backend,
  }) => {
    const { ann, ben } = await storeTeam(backend);
    const tomorrow = { crew: [ann], preferred_date: dayAfter(today(), 1) };
    const jobs = [await storeJob(backend, tomorrow), await storeJob(backend, tomorrow)];
    const page = await openInstalledPortal(device, `/admin/bookings?view=schedule&who=${ann}`);
    await expect(cards(page)).toHaveCount(2);
    await device.goOffline();
    const give = async (to: string, but: string) => {
      await selectAll(page).check();
      await press(page, 'Give to…');
      const dialog = page.getByRole('dialog', { name: 'Give 2 bookings to…' });
      await dialog.getByRole('checkbox', { name: but }).uncheck();
      await dialog.getByRole('checkbox', { name: to }).check();
      await dialog.getByRole('button', { name: `Give to ${to}` }).click();
    };
    await give('Ben', 'Ann Baker');
    await expect(cards(page)).toHaveCount(0);
    await press(page, 'Show all');
    await give('Ann Baker', 'Ben');
    for (const { name } of jobs) await expect(card(page, name)).toContainText('Ann Baker');
    await give('Ben', 'Ann Baker');
    await device.goOnline();
    for (const { id } of jobs) await expect.poll(() => crewOf(backend, id)).toEqual([ben]);
    await expect(page.getByText('needs attention')).toHaveCount(0);
  });
});

test('a series is given out with its coming visits, and one visit to somebody else', async ({
  device,
  backend,
}) => {
  const { ann, ben } = await storeTeam(backend);
  const { id } = await storeJob(backend, { preferred_date: dayAfter(today(), 3) });
  await addEvent(backend, id, 'confirmed', {
    ...{ kind: 'repeated', actor: 'office', every: 2 },
    ...{ day: dayAfter(today(), 3), time_slot: 'morning' },
  });
  const visits = await backend.query<{ id: string }>(
    'select id from bookings where series = $1 order by series_day',
    [id],
  );
  const [first = { id: '' }, ...others] = visits;
  const given = async () => Promise.all(visits.map((visit) => crewOf(backend, visit.id)));
  const page = await openPortal(device, answerPath(id));
  await expect(page.getByLabel('Also the coming visits')).toBeChecked();
  await page.getByRole('checkbox', { name: 'Ann Baker' }).check();
  await press(page, 'Save who goes');
  await expect(history(page)).toContainText('Given to Ann Baker, the coming visits too');
  await expect.poll(given).toEqual(visits.map(() => [ann]));

  await page.goto(answerPath(first.id));
  await page.reload();
  await expect(page.getByLabel('Also the coming visits')).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: 'Ann Baker' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Ann Baker' }).uncheck();
  await page.getByRole('checkbox', { name: 'Ben' }).check();
  await press(page, 'Save who goes');
  await expect(history(page)).toContainText('Given to Ben');
  await expect.poll(given).toEqual([[ben], ...others.map(() => [ann])]);
});

test('the way in is on the card and the answer screen, and in no search, export or print', async ({
  device,
  backend,
}) => {
  const { id, name } = await storeJob(backend);
  await device.context.addInitScript(() => {
    window.print = () => (document.documentElement.dataset.printed = 'yes');
  });
  const page = await openPortal(device, answerPath(id));
  const field = page.getByRole('textbox', { name: 'The way in' });
  await field.fill('x'.repeat(501));
  await press(page, 'Save the way in');
  await expect(page.getByText('must be at most 500 characters')).toBeVisible();
  await field.fill('Key safe 4711');
  await press(page, 'Save the way in');
  await expect(request(page)).toContainText('Key safe 4711');
  await expect(history(page)).toContainText('Way in changed');
  await expect(history(page)).not.toContainText('4711');

  await page.getByRole('link', { name: 'All bookings' }).click();
  await expect(card(page, name)).toContainText('Key safe 4711');
  await searchField(page).fill('4711');
  await expect(page.getByText('Nothing matches your search.')).toBeVisible();
  await searchField(page).fill('');
  await press(page, 'Export');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'All rows' }).click(),
  ]);
  const rows = parse(await readFile(await download.path()), { bom: true }) as string[][];
  expect(rows).toHaveLength(2);
  expect(rows.join()).not.toContain('4711');
  await press(page, 'Print');
  await page.getByLabel('Day', { exact: true }).fill(today());
  await press(page, 'Print run sheet');
  await expect(page.locator('html')).toHaveAttribute('data-printed');
  await page.emulateMedia({ media: 'print' });
  const paper = await page.locator('body').innerText();
  expect(paper).toContain(name);
  expect(paper).not.toContain('4711');
});

test('a report is in the schedule and on the answer screen with its photographs, and its job is completed', async ({
  device,
  backend,
}) => {
  const { ann } = await storeTeam(backend);
  const { id, name } = await storeJob(backend, { crew: [ann] });
  const open = await storeJob(backend, { crew: [ann] });
  const key = await storePhone(backend, ann);
  const event = await report(backend, key, id, 'done', {
    ...{ message: 'The tap drips.', pictures: 2, sent: 1 },
  });
  const page = await openPortal(device, '/admin/bookings?view=schedule');
  const earlier = page.getByRole('button', { name: /earlier today/ });
  if (await earlier.isVisible()) await earlier.click();
  await expect(card(page, name)).toContainText(/Ann Baker: done \d\d:\d\d, 2 photos/);

  await page.goto(answerPath(id));
  const reports = page.getByRole('region', { name: 'From those who went' });
  await expect(reports).toContainText('The tap drips.');
  await expect(reports.getByRole('button', { name: /^Photo/ })).toHaveCount(1);
  await expect(reports).toContainText('1 photo is not here yet');
  await sendPicture(backend, event, 2);
  await press(page, 'Try again');
  await expect(reports.getByRole('button', { name: /^Photo/ })).toHaveCount(2);
  await press(page, 'Photo 2 of Ann Baker');
  await expect(page.getByRole('dialog').getByRole('img')).toHaveJSProperty('naturalWidth', 800);
  await page.keyboard.press('Escape');
  await expect(history(page)).toContainText('Ann Baker: Reported done, 2 photos');

  await page.goto('/admin/bookings?view=schedule');
  await expect(page.getByText('1 job is reported done')).toBeVisible();
  await press(page, 'Complete it');
  await press(page, 'Mark as completed');
  await expect(toast(page, '1 booking marked as completed')).toBeVisible();
  await expect(page.getByText('reported done')).toHaveCount(0);
  expect(await backend.query('select id from bookings where status = $1', ['confirmed'])).toEqual([
    { id: open.id },
  ]);
});

test('a report’s photographs are downloaded, or handed to the gallery’s form as a pair', async ({
  device,
  backend,
}) => {
  const { ann } = await storeTeam(backend);
  const { id } = await storeJob(backend, { crew: [ann] });
  await report(backend, await storePhone(backend, ann), id, 'done', { pictures: 2, sent: 2 });
  const page = await openPortal(device, answerPath(id));
  const saved: string[] = [];
  page.on('download', (download) => saved.push(download.suggestedFilename()));
  await press(page, 'Download the photos');
  await expect.poll(() => saved.length).toBe(2);
  expect(saved[1]).toMatch(/^photo-.*-2\.jpeg$/);
  await press(page, 'Before and after…');
  await page.getByRole('dialog').getByLabel('Before', { exact: true }).selectOption('Photo 2');
  await page.getByRole('dialog').getByLabel('After', { exact: true }).selectOption('Photo 1');
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await press(page, 'Open in the gallery’s form');
  await expect(page.getByRole('heading', { level: 1, name: 'Gallery Manager' })).toBeVisible();
  await expect(page.getByLabel('Category', { exact: true })).toHaveValue('Before/After');
  await expect(page.getByLabel('Publish both as one pair to compare')).toBeChecked();
  await expect(page.getByRole('list', { name: 'Chosen images' })).toContainText(
    /Before\s*photo-2\.jpeg.*After\s*photo-1\.jpeg/s,
  );
  await press(page, 'Remove photo-2.jpeg');
  await press(page, 'Remove photo-1.jpeg');
});

test('a photograph is kept on the server beyond its 90 days, until a second press', async ({
  device,
  backend,
}) => {
  const { ann } = await storeTeam(backend);
  const { id } = await storeJob(backend, { crew: [ann] });
  const event = await report(backend, await storePhone(backend, ann), id, 'done', {
    pictures: 2,
    sent: 2,
  });
  const due = async () => {
    const [{ names } = { names: [] }] = await backend.query<{ names: string[] }>(
      'select public.expired_pictures() as names',
    );
    return names.filter((name) => name.startsWith(event));
  };
  const page = await openPortal(device, answerPath(id));
  const reports = page.getByRole('region', { name: 'From those who went' });
  await expect(reports).toContainText('Photos are deleted after 90 days, unless they are kept.');

  await press(page, 'Keep: photo 2 of Ann Baker');
  const kept = page.getByRole('button', { name: 'Kept: photo 2 of Ann Baker', pressed: true });
  await expect(kept).toHaveText('Kept');
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await device.context.setOffline(true);
  await press(page, 'Kept: photo 2 of Ann Baker');
  await expect(toast(page, 'There is no connection')).toBeVisible();
  await expect(kept).toBeVisible();
  await device.context.setOffline(false);

  for (const sql of [
    'alter table crew_reports disable trigger keep_events',
    `update crew_reports set created_at = now() - interval '90 days' where id = '${event}'`,
    'alter table crew_reports enable trigger keep_events',
    'select public.begin_epoch()',
  ])
    await backend.query(sql);
  expect(await due()).toEqual([`${event}/1`]);
  await backend.query('delete from storage.objects where name = $1', [`${event}/1`]);
  await page.reload();
  await expect(reports).toContainText('These are older than 90 days');
  await press(page, 'Kept: photo 1 of Ann Baker');
  await expect(
    page.getByRole('button', { name: 'Keep: photo 1 of Ann Baker', pressed: false }),
  ).toBeVisible();
  expect(await due()).toEqual([`${event}/2`]);
  await backend.query('delete from storage.objects where name = $1', [`${event}/2`]);
  await press(page, 'Keep: photo 1 of Ann Baker');
  await expect(toast(page, 'The server no longer has this photo.')).toBeVisible();
  await page.reload();
  await expect(reports).toContainText('Photos are deleted after 90 days, unless they are kept.');
  await expect(reports.getByRole('button')).toHaveCount(0);
});

test('the dashboard names jobs that nobody could get into until an answer, and counts those that nobody goes to', async ({
  device,
  backend,
}) => {
  const { ann } = await storeTeam(backend);
  const { id, name } = await storeJob(backend, { crew: [ann] });
  const [near, far] = [dayAfter(today(), 6), dayAfter(today(), 7)];
  const without = await storeJob(backend, { preferred_date: near });
  await storeJob(backend, { preferred_date: far });
  await report(backend, await storePhone(backend, ann), id, 'locked-out', {
    message: 'Nobody answers the bell.',
  });
  const page = await openPortal(device);
  const lockedOut = page.getByRole('region', { name: 'Could not get in (1)' });
  await expect(lockedOut).toContainText(name);
  await expect(lockedOut).toContainText(/Ann Baker: could not get in \d\d:\d\d/);
  await expect(lockedOut).toContainText('Nobody answers the bell.');
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('link', { name: 'Nobody goes yet to 1 job of the next seven days' }).click();
  await expect(card(page, without.name)).toBeVisible();
  await expect(cards(page)).toHaveCount(1);

  await page.goto('/admin/dashboard');
  await lockedOut.getByRole('link', { name: `Answer: ${name}` }).click();
  await page.getByRole('radio', { name: 'Cancel', exact: true }).check();
  await press(page, 'Cancel booking');
  await expect(toast(page, '1 booking cancelled')).toBeVisible();
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Nobody goes yet/ })).toBeVisible();
  await expect(lockedOut).toHaveCount(0);
});
