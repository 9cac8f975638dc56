import { referenceOf } from '../../src/core/domain/submission.ts';
import { signIn, openPortal } from '../support/portal.ts';
import { card, cards } from '../support/portal-list.ts';
import { clear, storeMessage } from '../support/portal-records.ts';
import { pauseAnswer, noAnswer } from '../support/faults.ts';
import { expect, pageTest as test } from '../support/test.ts';

test('a message shows its sender, time, subject, text and reference', async ({
  device,
  backend,
}) => {
  const id = await storeMessage(backend, {
    name: 'Morag Message',
    email: 'morag@example.com',
    subject: 'Windows on the third floor',
    message: 'Do you clean them?\nThey open inwards.',
    created_at: '2026-11-05T10:00:00Z',
  });

  const page = await openPortal(device, '/admin/messages');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Messages');
  await expect(page.getByText('Review customer inquiries')).toBeVisible();
  const message = card(page, 'Morag Message');
  for (const text of [
    'Nov 05, 2026',
    'Subject',
    'Windows on the third floor',
    'Message',
    'Do you clean them?',
    'They open inwards.',
    'morag@example.com',
    referenceOf(id),
  ]) {
    await expect(message).toContainText(text);
  }
  const reply = message.getByRole('link', { name: 'Reply: Morag Message' });
  await expect(reply).toHaveAttribute(
    'href',
    `mailto:morag@example.com?subject=Your%20message%20${referenceOf(id)}`,
  );
});

test('three placeholders show until the list is loaded', async ({ device, network, backend }) => {
  await clear(backend, 'contact_messages');
  await storeMessage(backend, { name: 'A late one' });
  const page = await device.open('/admin/login');
  const paused = pauseAnswer();
  network.answerEvery('POST /rest/v1/rpc/first_copy*', paused.answer);
  await signIn(page);

  await page.goto('/admin/messages');

  const standIns = page.getByRole('status', { name: 'Loading Contact Messages' });
  await expect(standIns).toBeVisible();
  await expect(standIns.locator(':scope > *')).toHaveCount(3);
  paused.release();
  await expect(card(page, 'A late one')).toBeVisible();
  await expect(standIns).toHaveCount(0);
});

test('a list that was never loaded says so, is not called empty, and loads on another try', async ({
  device,
  network,
  backend,
}) => {
  await clear(backend, 'contact_messages');
  await storeMessage(backend, { name: 'Behind a bad line' });
  const page = await device.open('/admin/login');
  const lists = network.answerEvery('POST /rest/v1/rpc/first_copy*', noAnswer);
  await signIn(page);

  await page.goto('/admin/messages');

  await expect(page.getByText('This list is not on this device yet.')).toBeVisible();
  await expect(page.getByText('No messages yet')).toHaveCount(0);
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  // A try that is under way would load the list before the press.
  await expect(tryAgain).toBeEnabled();
  lists.stop();
  await tryAgain.click();
  await expect(cards(page)).toHaveCount(1);
});
