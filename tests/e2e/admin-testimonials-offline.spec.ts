import { filesIn } from '../support/gallery.ts';
import { aPhoto } from '../support/photos.ts';
import { openInstalledPortal } from '../support/portal.ts';
import { toast } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';
import { card, createButton, dialogOf, fillIn, rowsOf, waiting } from '../support/testimonials.ts';

test.use({ visitedBefore: 'site' });

test('a testimonial created offline waits with its avatar, survives the kill of the browser, and is published once', async ({
  device,
  backend,
}) => {
  const page = await openInstalledPortal(device, '/admin/testimonials');
  await device.goOffline();

  await fillIn(page, { name: 'Shona Kerr', role: 'Shop owner', avatar: await aPhoto() });
  await createButton(page).click();

  await expect(dialogOf(page)).toHaveCount(0);
  await expect(
    toast(page, 'The testimonial will be created as soon as there is a connection.'),
  ).toBeVisible();
  await expect(waiting(page)).toContainText('Shona Kerr');
  await expect(waiting(page)).toContainText('Waiting to be created');
  await expect(waiting(page).locator('img')).toBeVisible();
  await device.kill();
  expect(await rowsOf(backend, 'Shona Kerr')).toEqual([]);

  await device.start();
  const again = await device.open('/admin/testimonials');

  await expect(card(again, 'Shona Kerr')).toBeVisible();
  await expect(waiting(again)).toHaveCount(0);
  const rows = await rowsOf(backend, 'Shona Kerr');
  expect(rows).toHaveLength(1);
  expect(await filesIn(backend, 'testimonials')).toContain(rows[0]?.avatar_path);
});
