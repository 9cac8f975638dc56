import { setTestimonials } from '../support/content.ts';
import { answerWith, pauseAnswer, noAnswer } from '../support/faults.ts';
import { administratorId, filesIn } from '../support/gallery.ts';
import { aPhoto, readStored } from '../support/photos.ts';
import { openPortal } from '../support/portal.ts';
import { toast } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';
import {
  card,
  createButton,
  dialogOf,
  fieldsOf,
  fillIn,
  newTestimonial,
  rowsOf,
} from '../support/testimonials.ts';

const INSERT = 'POST /rest/v1/testimonials*';
const MB = 1024 * 1024;

test('a testimonial is published with its avatar, reduced and without metadata', async ({
  device,
  backend,
}) => {
  const page = await openPortal(device, '/admin/testimonials');

  await fillIn(page, {
    name: 'Rhona Muir',
    role: 'Homeowner',
    rating: '4',
    avatar: await aPhoto({ width: 1200, height: 900 }),
  });
  await createButton(page).click();

  await expect(toast(page, /^Success$/)).toBeVisible();
  await expect(toast(page, 'Testimonial created successfully')).toBeVisible();
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(newTestimonial(page)).toBeFocused();
  await expect(card(page, 'Rhona Muir')).toContainText('Homeowner');
  await expect(card(page, 'Rhona Muir')).toContainText(
    'They left every room of the house spotless.',
  );
  await expect(
    card(page, 'Rhona Muir').getByRole('img', { name: '4 out of 5 stars' }),
  ).toBeVisible();
  const [row, ...others] = await rowsOf(backend, 'Rhona Muir');
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    role: 'Homeowner',
    rating: 4,
    avatar_path: `${row?.id}.webp`,
    created_by: await administratorId(backend),
  });
  expect(await readStored(backend, row?.avatar_url ?? '')).toMatchObject({
    format: 'webp',
    width: 256,
    height: 192,
    saysMore: false,
  });
});

test('a testimonial needs neither role nor avatar: the card has no role and shows the initials', async ({
  device,
  backend,
}) => {
  const page = await openPortal(device, '/admin/testimonials');

  await fillIn(page, { name: 'Iain Muir', role: '   ' });
  await createButton(page).click();

  await expect(card(page, 'Iain Muir').getByText('IM', { exact: true })).toBeVisible();
  expect(await rowsOf(backend, 'Iain Muir')).toMatchObject([
    { role: null, rating: 5, avatar_url: null, avatar_path: null },
  ]);
});

test('an avatar that could not be loaded is loaded when the connection is back', async ({
  device,
  network,
}) => {
  const avatars = network.answerEvery('GET /storage/v1/object/public/testimonials/*', noAnswer);
  const page = await openPortal(device, '/admin/testimonials');
  await fillIn(page, { name: 'Elspeth Gow', avatar: await aPhoto() });
  await createButton(page).click();
  await expect(card(page, 'Elspeth Gow').getByText('EG', { exact: true })).toBeVisible();

  avatars.stop();
  await page.evaluate(() => dispatchEvent(new Event('online')));

  await expect(card(page, 'Elspeth Gow').getByText('EG', { exact: true })).toHaveCount(0);
  const avatar = card(page, 'Elspeth Gow').locator('img');
  await expect
    .poll(() => avatar.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});

test('the form labels its fields, shows the rating as stars, and counts the quote', async ({
  device,
}) => {
  const page = await openPortal(device, '/admin/testimonials');
  await newTestimonial(page).click();
  const { role, rating, quote } = fieldsOf(page);
  const dialog = dialogOf(page);

  await expect(dialog).toContainText('Add a new customer testimonial to showcase on your website');
  await expect(role).toHaveAttribute('placeholder', 'Homeowner');
  await expect(rating).toHaveValue('5');
  await expect(dialog.getByRole('img', { name: '5 out of 5 stars' })).toBeVisible();
  await rating.fill('3');
  await expect(dialog.getByRole('img', { name: '3 out of 5 stars' })).toBeVisible();
  await expect(dialog.getByText('0/400 characters')).toBeVisible();
  await quote.fill('Spotless, and friendly.');
  await expect(dialog.getByText('23/400 characters')).toBeVisible();
});

test('a missing or out-of-range value is named at its field, and nothing is sent', async ({
  device,
  backend,
}) => {
  const page = await openPortal(device, '/admin/testimonials');
  const { name, rating, quote } = fieldsOf(page);
  const dialog = dialogOf(page);
  await newTestimonial(page).click();

  await createButton(page).click();
  await expect(dialog.getByText('Name and quote are required')).toHaveCount(2);
  await expect(name).toBeFocused();

  await name.fill('Too Short');
  await quote.fill('Nineteen letters...');
  await rating.fill('6');
  await createButton(page).click();
  await expect(dialog.getByText('Quote must be between 20 and 400 characters')).toBeVisible();
  await expect(dialog.getByText('Rating must be between 1 and 5')).toBeVisible();

  await quote.fill('x'.repeat(401));
  await createButton(page).click();
  await expect(dialog.getByText('Quote must be between 20 and 400 characters')).toBeVisible();
  expect(await rowsOf(backend, 'Too Short')).toEqual([]);
});

test('the mouse wheel changes no rating, and one that is not 1 to 5 is named at once', async ({
  device,
}) => {
  const page = await openPortal(device, '/admin/testimonials');
  await newTestimonial(page).click();
  const { rating } = fieldsOf(page);
  await rating.click();
  await page.mouse.wheel(0, 120);
  await page.mouse.wheel(0, 120);
  // Any change comes before the next answer of the page.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  await expect(rating).toHaveValue('5');

  const error = dialogOf(page).getByText('Rating must be between 1 and 5');
  await rating.fill('6');
  await expect(error).toBeVisible();
  await rating.fill('4');
  await expect(error).toHaveCount(0);
});

test('an avatar over a megabyte is made smaller; one that cannot be, or of another type than it says, is refused, and the testimonial waits for a better one', async ({
  device,
  backend,
}) => {
  const page = await openPortal(device, '/admin/testimonials');
  const { avatar } = fieldsOf(page);
  const photo = await aPhoto();
  const large = {
    ...photo,
    buffer: Buffer.concat([photo.buffer, Buffer.alloc(MB + 1 - photo.buffer.length)]),
  };
  const broken = {
    ...photo,
    buffer: Buffer.concat([photo.buffer.subarray(0, 4), Buffer.alloc(MB)]),
  };
  const drawing = {
    name: 'me.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  };

  await fillIn(page, { name: 'Effie Wood', avatar: broken });
  await expect(dialogOf(page).getByText('Avatar file size must be less than 1MB')).toBeVisible();
  await createButton(page).click();
  await expect(avatar).toBeFocused();

  await avatar.setInputFiles(drawing);
  await expect(dialogOf(page).getByText('Please choose a JPEG, PNG or WebP image')).toBeVisible();
  expect(await rowsOf(backend, 'Effie Wood')).toEqual([]);

  await avatar.setInputFiles(large);
  await createButton(page).click();
  await expect(card(page, 'Effie Wood')).toBeVisible();
});

test('while it is created the form is closed, and a second press makes no second one', async ({
  device,
  network,
  backend,
}) => {
  const page = await openPortal(device, '/admin/testimonials');
  const paused = pauseAnswer();
  const inserts = network.answerEvery(INSERT, paused.answer);
  await fillIn(page, { name: 'Rhona Bell' });

  await createButton(page).click();

  const busy = dialogOf(page).getByRole('button', { name: 'Creating...' });
  await expect(busy).toBeVisible();
  for (const field of Object.values(fieldsOf(page))) await expect(field).toBeDisabled();
  await busy.press('Enter');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeVisible();
  paused.release();

  await expect(toast(page, 'Testimonial created successfully')).toBeVisible();
  expect(await rowsOf(backend, 'Rhona Bell')).toHaveLength(1);
  expect(inserts.count).toBe(1);
});

test('a testimonial the server refuses stays in the form with the server’s own words', async ({
  device,
  network,
  backend,
}) => {
  const page = await openPortal(device, '/admin/testimonials');
  const message = 'new row violates check constraint "testimonials_name_check"';
  const refusal = answerWith(400, { code: '23514', message, details: null, hint: null });
  await fillIn(page, { name: 'Grant Low' });
  network.answerInTurn(INSERT, [refusal]);

  await createButton(page).click();

  await expect(toast(page, /^Error$/)).toBeVisible();
  await expect(toast(page, message)).toBeVisible();
  await expect(dialogOf(page).getByRole('alert')).toContainText(message);
  await expect(fieldsOf(page).name).toHaveValue('Grant Low');
  await createButton(page).click();
  await expect(dialogOf(page)).toHaveCount(0);
  expect(await rowsOf(backend, 'Grant Low')).toHaveLength(1);
});

test('typed text delays updates, survives a tap beside the dialog, and is dropped by Cancel', async ({
  device,
}) => {
  const page = await openPortal(device, '/admin/testimonials');
  const isLocked = () =>
    page.evaluate(async () =>
      (await navigator.locks.query()).held?.some(({ name }) => name === 'unsaved'),
    );
  await fillIn(page, { name: 'Una Shaw' });
  await expect.poll(isLocked).toBe(true);

  await page.mouse.click(5, 5);
  await expect(dialogOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await newTestimonial(page).click();
  await expect(fieldsOf(page).name).toHaveValue('Una Shaw');

  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(isLocked).toBe(false);
  await newTestimonial(page).click();
  await expect(fieldsOf(page).name).toHaveValue('');
});

test('deleting a testimonial asks first, then removes it and its avatar', async ({
  device,
  backend,
}) => {
  const page = await openPortal(device, '/admin/testimonials');
  await fillIn(page, { name: 'Colin Dow', avatar: await aPhoto() });
  await createButton(page).click();
  await expect(card(page, 'Colin Dow')).toBeVisible();
  const [row] = await rowsOf(backend, 'Colin Dow');
  expect(await filesIn(backend, 'testimonials')).toContain(row?.avatar_path);

  await card(page, 'Colin Dow').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Delete Selected (1)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
  await expect(dialog).toContainText(
    'This will permanently delete 1 testimonial(s). This action cannot be undone.',
  );
  await dialog.getByRole('button', { name: 'Delete' }).click();

  await expect(toast(page, '1 testimonial(s) deleted successfully')).toBeVisible();
  await expect(card(page, 'Colin Dow')).toHaveCount(0);
  expect(await rowsOf(backend, 'Colin Dow')).toEqual([]);
  expect(await filesIn(backend, 'testimonials')).not.toContain(row?.avatar_path);
});

test('the testimonials say that they load, and how to begin when there are none', async ({
  device,
  network,
  backend,
}) => {
  await setTestimonials(backend, []);
  const paused = pauseAnswer();
  network.answerEvery('POST /rest/v1/rpc/first_copy*', paused.answer);
  const page = await openPortal(device, '/admin/testimonials');
  await expect(page.getByText('Loading testimonials...')).toBeVisible();
  paused.release();
  await expect(
    page.getByText('No testimonials yet. Create your first testimonial to get started.'),
  ).toBeVisible();
});
