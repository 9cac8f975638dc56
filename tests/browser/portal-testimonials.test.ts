import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessibleInBothSchemes, expectFits } from './support/accessibility.ts';
import { contrast } from './support/contrast.ts';
import { emulate } from './support/device.ts';
import { chooseFiles, expectCount, expectTexts, focus, toast } from './support/look.ts';
import { pause } from './support/pause.ts';
import { aPhoto, describe } from './support/photos.ts';
import { holdsUpdates, openPortal } from './support/portal.tsx';
import { aTestimonial } from './support/rows.ts';
import { server, SESSION } from './support/server.ts';
import {
  card,
  createButton,
  created,
  dialog,
  fields,
  fillIn,
  newTestimonial,
} from './support/testimonials.ts';

const MB = 1024 * 1024;
const LONG = 'Donaudampfschifffahrtsgesellschaft'.repeat(2);
const PATH = '/admin/testimonials';

test('a testimonial is published with its avatar, reduced and without metadata', async () => {
  await openPortal(PATH);
  await fillIn({
    name: 'Rhona Muir',
    role: 'Homeowner',
    rating: '4',
    avatar: await aPhoto({ width: 1200, height: 900 }),
  });
  await createButton.click();

  await expect.element(toast(/^Success$/)).toBeVisible();
  await expect.element(toast('Testimonial created successfully')).toBeVisible();
  await expectCount(dialog, 0);
  await expect.element(newTestimonial).toHaveFocus();
  for (const text of ['Homeowner', 'They left every room of the house spotless.'])
    await expect.element(card('Rhona Muir')).toHaveTextContent(text);
  await expect
    .element(card('Rhona Muir').getByRole('img', { name: '4 out of 5 stars' }))
    .toBeVisible();
  await expect
    .poll(() => card('Rhona Muir').element().querySelector('img')?.naturalWidth)
    .toBe(640);
  const [row, ...others] = created();
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    role: 'Homeowner',
    rating: 4,
    avatar_path: `${row?.id}.webp`,
    created_by: SESSION.user.id,
  });
  const bytes = server.admin.files.get(`testimonials/${row?.avatar_path}`) as ArrayBuffer;
  expect(await describe(bytes)).toMatchObject({
    format: 'webp',
    width: 256,
    height: 192,
    saysMore: false,
  });
});

test('a testimonial needs neither role nor avatar: the card has no role and shows the initials', async () => {
  await openPortal(PATH);
  await fillIn({ name: 'Iain Muir', role: '   ' });
  await createButton.click();
  await expect.element(card('Iain Muir').getByText('IM', { exact: true })).toBeVisible();
  expect(created()).toMatchObject([{ role: null, rating: 5, avatar_url: null, avatar_path: null }]);
});

test('the form labels its fields, shows the rating as stars, and counts the quote', async () => {
  await openPortal(PATH);
  await newTestimonial.click();
  const { role, rating, quote, avatar } = fields;
  await expect
    .element(dialog)
    .toHaveTextContent('Add a new customer testimonial to showcase on your website');
  expect([...dialog.element().querySelectorAll('label')].map((label) => label.textContent)).toEqual(
    ['Name *', 'Role/Title (optional)', 'Rating (1-5) *', 'Quote', 'Avatar Image'].map(
      (text): unknown => expect.stringContaining(text),
    ),
  );
  await expect.element(role).toHaveAttribute('placeholder', 'Homeowner');
  await expect.element(rating).toHaveAttribute('type', 'number');
  await expect.element(avatar).toHaveAttribute('accept', 'image/jpeg,image/png,image/webp');
  await expect.element(rating).toHaveValue(5);
  await expect.element(dialog.getByRole('img', { name: '5 out of 5 stars' })).toBeVisible();
  await rating.fill('3');
  await expect.element(dialog.getByRole('img', { name: '3 out of 5 stars' })).toBeVisible();
  await expect.element(dialog.getByText('0/400 characters')).toBeVisible();
  await quote.fill('Spotless, and friendly.');
  await expect.element(dialog.getByText('23/400 characters')).toBeVisible();
});

test('a missing or out-of-range value is named at its field, and nothing is sent', async () => {
  await openPortal(PATH);
  const { name, rating, quote } = fields;
  await newTestimonial.click();
  await createButton.click();
  await expectCount(dialog.getByText('Name and quote are required'), 2);
  await expect.element(name).toHaveFocus();

  await name.fill('Too Short');
  await quote.fill('Nineteen letters...');
  await rating.fill('6');
  await createButton.click();
  const length = dialog.getByText('Quote must be between 20 and 400 characters');
  await expect.element(length).toBeVisible();
  await expect.element(dialog.getByText('Rating must be between 1 and 5')).toBeVisible();

  await quote.fill('x'.repeat(401));
  await createButton.click();
  await expect.element(length).toBeVisible();
  expect(server.admin.calls).not.toContainEqual(expect.stringContaining('insert'));
});

test('the mouse wheel changes no rating, and one that is not 1 to 5 is named at once', async () => {
  await openPortal(PATH);
  await newTestimonial.click();
  await fields.rating.click();
  await fields.rating.wheel({ delta: { y: 120 }, times: 2 });
  // Any change comes before the next answer of the page.
  await new Promise((resolve) => setTimeout(resolve, 200));
  await expect.element(fields.rating).toHaveValue(5);

  const error = dialog.getByText('Rating must be between 1 and 5');
  await fields.rating.fill('6');
  await expect.element(error).toBeVisible();
  await fields.rating.fill('4');
  await expectCount(error, 0);
});

test('an avatar over a megabyte is made smaller; one that cannot be, or of another type than it says, is refused, and the testimonial waits for a better one', async () => {
  await openPortal(PATH);
  const photo = await aPhoto();
  const image = (name: string, type: string, ...parts: BlobPart[]) =>
    new File(parts, name, { type });
  const large = image('a.jpg', photo.type, photo, new Uint8Array(MB + 1 - photo.size));
  const broken = image('a.jpg', photo.type, photo.slice(0, 4), new Uint8Array(MB));
  const drawing = image('me.png', 'image/png', '<svg xmlns="http://www.w3.org/2000/svg"/>');

  await fillIn({ name: 'Effie Wood', avatar: broken });
  await expect.element(dialog.getByText('Avatar file size must be less than 1MB')).toBeVisible();
  await createButton.click();
  await expect.element(fields.avatar).toHaveFocus();

  chooseFiles(fields.avatar, drawing);
  await expect.element(dialog.getByText('Please choose a JPEG, PNG or WebP image')).toBeVisible();
  expect(created()).toEqual([]);

  chooseFiles(fields.avatar, large);
  await createButton.click();
  await expect.element(card('Effie Wood')).toBeVisible();
});

test('while it is created the form is closed, and a second press makes no second one', async () => {
  await openPortal(PATH);
  const { released, release } = pause();
  server.admin.scripts.insertRow.push(() => released);
  await fillIn({ name: 'Rhona Bell' });
  await createButton.click();

  const busy = dialog.getByRole('button', { name: 'Creating...' });
  await expect.element(busy).toBeVisible();
  for (const field of Object.values(fields)) await expect.element(field).toBeDisabled();
  focus(busy);
  await userEvent.keyboard('{Enter}{Escape}');
  history.back();
  await expect.element(dialog).toBeVisible();
  expect(location.pathname).toBe(PATH);
  release();

  await expect.element(toast('Testimonial created successfully')).toBeVisible();
  expect(server.admin.calls.filter((call) => call.startsWith('insert'))).toHaveLength(1);
});

test('a testimonial the server refuses stays in the form with the server’s own words', async () => {
  await openPortal(PATH);
  const message = 'new row violates check constraint "testimonials_name_check"';
  server.admin.scripts.insertRow.push({ outcome: 'rejected', reason: 'invalid', message });
  await fillIn({ name: 'Grant Low' });
  await createButton.click();

  await expect.element(toast(/^Error$/)).toBeVisible();
  await expect.element(toast(message)).toBeVisible();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(message);
  await expect.element(fields.name).toHaveValue('Grant Low');
  await createButton.click();
  await expectCount(dialog, 0);
  expect(created()).toHaveLength(1);
});

test('typed text delays updates, survives a tap beside the dialog, and is dropped by Cancel', async () => {
  await openPortal(PATH);
  await fillIn({ name: 'Una Shaw' });
  await expect.poll(holdsUpdates).toBe(true);

  await userEvent.click(document.elementFromPoint(5, 5) as Element, { position: { x: 5, y: 5 } });
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await newTestimonial.click();
  await expect.element(fields.name).toHaveValue('Una Shaw');

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(holdsUpdates).toBe(false);
  await newTestimonial.click();
  await expect.element(fields.name).toHaveValue('');
});

test('deleting a testimonial asks first, then removes it and its avatar', async () => {
  const [id] = server.store(
    'testimonials',
    aTestimonial({ name: 'Colin Dow', avatar_path: 'colin.webp' }),
  );
  await openPortal(PATH);
  await card('Colin Dow').getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Delete Selected (1)' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  await expect
    .element(question)
    .toHaveTextContent(
      'This will permanently delete 1 testimonial(s). This action cannot be undone.',
    );
  await question.getByRole('button', { name: 'Delete' }).click();

  await expect.element(toast('1 testimonial(s) deleted successfully')).toBeVisible();
  await expectCount(card('Colin Dow'), 0);
  expect(server.lists.ids('testimonials')).not.toContain(id);
  expect(server.admin.calls).toContain('files 1');
});

test('the testimonials say that they load, and how to begin when there are none', async () => {
  const { released, release } = pause();
  server.lists.meanwhile.set('readFirstCopy', () => released);
  await openPortal(PATH);
  await expect.element(page.getByText('Loading testimonials...')).toBeVisible();
  release();
  await expect
    .element(page.getByText('No testimonials yet. Create your first testimonial to get started.'))
    .toBeVisible();
});

test('the testimonials manager and its dialog pass the accessibility rules and fit every window', async () => {
  server.store('testimonials', aTestimonial({ name: LONG, role: LONG, quote: LONG, rating: 4 }));
  await openPortal(PATH);
  await expect.element(page.getByRole('heading', { name: LONG })).toBeVisible();
  await expectAccessibleInBothSchemes();
  await expectFits();
  await newTestimonial.click();
  await createButton.click();
  await expectTexts(dialog.getByText('Name and quote are required'), [
    'Name and quote are required',
    'Name and quote are required',
  ]);
  await expectAccessibleInBothSchemes();
  await expectFits();
});

test('a field’s placeholder is readable in the light and the dark scheme', async () => {
  await openPortal(PATH);
  await newTestimonial.click();
  const role = fields.role.element();
  for (const scheme of ['light', 'dark']) {
    await emulate({ 'prefers-color-scheme': scheme, 'prefers-reduced-motion': 'reduce' });
    const placeholder = getComputedStyle(role, '::placeholder').color;
    const { color, backgroundColor } = getComputedStyle(role);
    expect(placeholder).not.toBe(color);
    expect(contrast(placeholder, backgroundColor)).toBeGreaterThanOrEqual(4.5);
  }
});
