import { aBooking, book, outcomeNotice } from '../support/booking.ts';
import { notificationsOf, tapNotification } from '../support/notifications.ts';
import { received } from '../support/office.ts';
import { PUSH_KEY } from '../support/push-service.ts';
import { expect, test } from '../support/test.ts';
import { connectPushService, stubPushService } from '../support/web-push.ts';

// The headless shell has neither push nor notifications.
test.use({ visitedBefore: 'site', inShell: false });

test('a customer who asks for it is notified of the answer, until they tap again; a sixth device learns why it is not', async ({
  device,
  backend,
}) => {
  const booking = aBooking();
  const keys = await stubPushService(device);
  const page = await device.openInstalled('/booking');
  await book(page, booking);
  await expect(outcomeNotice(page)).toContainText('Request received');
  const [row] = (await received(backend, booking)).rows;
  const listed = () =>
    backend.query('select p256dh, auth from private.request_devices where booking_id = $1', [
      row?.id,
    ]);

  await page.getByRole('link', { name: 'My requests' }).first().click();
  const button = page.getByRole('button', { name: 'Tell me when it’s confirmed' });
  await backend.query(
    `insert into private.request_devices
     select $1, gen_random_uuid(), 'https://fcm.googleapis.com/' || n, $2, repeat('A', 22)
     from generate_series(1, 5) n`,
    [row?.id, PUSH_KEY],
  );
  await button.click();
  await expect(page.getByText('five devices are notified already')).toBeVisible();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await backend.query('delete from private.request_devices where booking_id = $1', [row?.id]);
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  expect(await listed()).toEqual([keys]);
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  expect(await listed()).toEqual([]);

  await device.closePages();
  const deliver = await connectPushService(device);
  const answer = {
    title: 'Your booking is confirmed',
    body: 'Fri 4 Dec, morning',
    tag: 'answer-0000-0000',
    path: '/requests',
  };
  await deliver(JSON.stringify(answer));
  await expect.poll(() => notificationsOf(device)).toEqual(['Your booking is confirmed']);
  expect(await tapNotification(device, answer.tag)).toEqual(['open /requests']);
});
