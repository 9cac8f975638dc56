import { DELETION, pauseAnswer } from '../support/faults.ts';
import { goTo, openInstalledPortal } from '../support/portal.ts';
import { cards, deleteButton, selectAll } from '../support/portal-list.ts';
import { clear, storeManyBookings } from '../support/portal-records.ts';
import { toast } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';
import type { TestBackend } from '../support/backend.ts';

const MANY = 2_500;

const left = async (backend: TestBackend) =>
  (await backend.query('select 1 from public.bookings')).length;

test('thousands are deleted in few requests, with how far it is; left and killed half-way, it goes on by itself', async ({
  device,
  backend,
  network,
}) => {
  test.slow();
  await clear(backend, 'bookings');
  await storeManyBookings(backend, MANY);
  const page = await openInstalledPortal(device, '/admin/bookings');
  await selectAll(page).check();
  await expect(deleteButton(page)).toHaveText(`Delete Selected (${MANY})`);
  await deleteButton(page).click();
  const [first, second] = [pauseAnswer(), pauseAnswer()];
  network.answerInTurn(DELETION, [first.answer, second.answer]);

  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();

  await expect(cards(page)).toHaveCount(0);
  await first.arrived;
  await expect(
    page
      .getByRole('listitem')
      .getByText('Deleting 2,500 bookings: 0 deleted so far. You can leave this page.'),
  ).toBeVisible();
  first.release();
  await expect(
    page
      .getByRole('listitem')
      .getByText('Deleting 2,500 bookings: 1,000 deleted so far. You can leave this page.'),
  ).toBeVisible();
  await goTo(page, 'Messages');
  await second.arrived;
  await device.kill();
  await device.start();

  const again = await device.open('/admin/bookings');
  await expect(toast(again, `Deleted ${MANY} booking(s)`)).toBeVisible();
  await expect(again.getByText('No bookings yet')).toBeVisible();
  expect(await left(backend)).toBe(0);
});
