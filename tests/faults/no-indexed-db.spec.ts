import {
  aBooking,
  book,
  bookAnother,
  expectFilledIn,
  outcomeNotice,
  submitButton,
} from '../support/booking.ts';
import { answerWith, INSERT, loseAnswer, noAnswer, refusal } from '../support/faults.ts';
import { expectNotReceived, expectReceivedOnce } from '../support/office.ts';
import { expect, pageTest as test } from '../support/test.ts';

// A worker shares the browser's storage and would have nothing to send.
test.use({ visitedBefore: null, inShell: true });

test.beforeEach(({ device }) =>
  device.context.addInitScript(() =>
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined }),
  ),
);

test('a browser without storage sends a booking while there is a connection', async ({
  device,
  backend,
}) => {
  const booking = aBooking();
  const page = await device.open('/booking');

  await book(page, booking);

  await expect(outcomeNotice(page)).toContainText('Request received');
  await bookAnother(page);
  await expectReceivedOnce(device, backend, booking);
});

test.describe('on a device that keeps the site', () => {
  test.use({ visitedBefore: 'site' });

  test('without a connection the form stays filled in, gives the phone number, and sends when asked again', async ({
    device,
    backend,
  }) => {
    const booking = aBooking();
    const page = await device.openInstalled('/booking');
    await device.goOffline();

    await book(page, booking);

    const notice = page.getByRole('group', { name: /not saved/ });
    await expect(notice.getByRole('link')).toHaveAttribute('href', /^tel:/);
    await expect(page.getByText('Saved on this device')).toHaveCount(0);
    await expectFilledIn(page, booking);
    await expectNotReceived(backend, booking);

    await device.goOnline();
    await submitButton(page).click();
    await expect(outcomeNotice(page)).toContainText('Request received');
    await expectReceivedOnce(device, backend, booking);
  });
});

test(
  'trying again after a lost answer makes no second record',
  { tag: '@nightly' },
  async ({ device, network, backend }) => {
    const booking = aBooking();
    network.answerInTurn(INSERT, [loseAnswer]);
    const page = await device.open('/booking');
    await book(page, booking);
    const notice = page.getByRole('group', { name: /not saved/ });
    await expect(notice).toContainText('We had no answer, so it may have reached us.');
    await expect(notice).not.toContainText('There is no connection');

    await submitButton(page).click();

    await expect(outcomeNotice(page)).toContainText('Request received');
    await expectReceivedOnce(device, backend, booking);
  },
);

test('a booking that may have arrived and was refused then is said to be in the form alone', async ({
  device,
  network,
  backend,
}) => {
  const booking = aBooking();
  network.answerInTurn(INSERT, [noAnswer, refusal]);
  const page = await device.open('/booking');
  await book(page, booking);
  await expect(page.getByRole('group', { name: /not saved/ })).toBeVisible();

  await submitButton(page).click();

  const notice = page.getByText('which is not kept on this device');
  await expect(notice).toContainText('it is sent only when you submit this form');
  await expect(page.getByText('is sent unchanged after')).toHaveCount(0);
  await submitButton(page).click();
  await expectReceivedOnce(device, backend, booking);
  await expect(notice).toHaveCount(0);
});

test(
  'a server that is in trouble is not called a missing connection',
  { tag: '@nightly' },
  async ({ device, network }) => {
    network.answerInTurn(INSERT, [answerWith(503, { message: 'try later' })]);
    const page = await device.open('/booking');

    await book(page, aBooking());

    const notice = page.getByRole('group', { name: /not saved/ });
    await expect(notice).toContainText('Our server is having trouble.');
    await expect(notice).not.toContainText('There is no connection');
  },
);

test('My requests says that this browser stores nothing', async ({ device }) => {
  const page = await device.open('/requests');

  await expect(page.getByRole('main')).toContainText(/browser/);
  await expect(page.getByRole('main')).toContainText(/(can.t|cannot) (keep|store|save)/);
});
