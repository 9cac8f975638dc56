import { randomUUID } from 'node:crypto';
import { fillSilently } from '../support/autofill.ts';
import { openPortal } from '../support/portal.ts';
import { createButton, fieldsOf, newTestimonial, rowsOf } from '../support/testimonials.ts';
import { expect, pageTest as test } from '../support/test.ts';

test('a testimonial has the values that a program wrote without an event', async ({
  device,
  backend,
}) => {
  const name = `Morag Lyle ${randomUUID().slice(0, 8)}`;
  const page = await openPortal(device, '/admin/testimonials');
  await newTestimonial(page).click();
  const fields = fieldsOf(page);
  await fillSilently(fields.name, name);
  await fillSilently(fields.rating, '4');
  await fillSilently(fields.quote, 'They left every room of the house spotless.');

  await createButton(page).click();

  await expect.poll(() => rowsOf(backend, name)).toMatchObject([{ rating: 4, role: null }]);
});

test('a job posting has the values that a program wrote without an event', async ({
  device,
  backend,
}) => {
  const title = `Cleaner ${randomUUID().slice(0, 8)}`;
  const page = await openPortal(device, '/admin/careers');
  await page.getByRole('button', { name: 'Add Job Posting' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Job Posting' });
  const texts = {
    'Job Title': title,
    Type: 'Part-time',
    Location: 'Paisley',
    Description: 'Stairs.',
  };
  for (const [label, text] of Object.entries(texts))
    await fillSilently(dialog.getByRole('textbox', { name: label }), text);

  await dialog.getByRole('button', { name: 'Create Job Posting' }).click();

  await expect
    .poll(() => backend.query('select type from public.careers where title = $1', [title]))
    .toEqual([{ type: 'Part-time' }]);
});
