import { fieldsOf } from '../support/application.ts';
import { expect, pageTest as test } from '../support/test.ts';

test('the form is under "Apply Now" and its file dialog offers documents', async ({ device }) => {
  const page = await device.open('/careers');

  await expect(page.getByRole('heading', { name: 'Apply Now' })).toBeVisible();
  for (const field of Object.values(fieldsOf(page))) await expect(field).toBeEnabled();
  await expect(fieldsOf(page).resume).toHaveAttribute('accept', '.pdf,.doc,.docx');
  await expect(fieldsOf(page).resume).not.toHaveAttribute('multiple');
});

test('the newest position is first', async ({ device, backend }) => {
  await backend.query(`insert into public.careers (title, location, type, description, created_at) values
    ('Older', 'Paisley', 'Full-time', 'Cleans.', now() - interval '1 hour'), ('Newer', 'Paisley', 'Full-time', 'Cleans.', now())`);
  const page = await device.open('/careers');

  await expect(page.getByRole('radio', { name: 'Newer' })).toBeVisible();
  const titles = await page.getByRole('main').getByRole('heading', { level: 3 }).allTextContents();
  expect(titles.indexOf('Newer')).toBe(0);
  expect(titles.indexOf('Older')).toBeGreaterThan(0);
});
