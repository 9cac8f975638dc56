import { aBooking, book, expectEmptyForm, expectFilledIn, fieldsOf, fillIn, outcomeNotice } from '../support/booking.ts';
import { holdAnswer, INSERT } from '../support/faults.ts';
import { readStore } from '../support/local-store.ts';
import { editOffline } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';

const KEPT = 'We kept what you typed';

test('what is typed is still there after a reload', async ({ device }) => {
  const booking = aBooking();
  const page = await device.open('/booking');
  await fillIn(page, booking);
  await expect.poll(() => readStore(page, 'drafts')).toHaveLength(1);

  await page.reload();

  await expectFilledIn(page, booking);
  await expect(page.getByText(KEPT)).toBeVisible();
});

test('what is typed is still there after the browser was killed', async ({ device }) => {
  const page = await device.open('/booking');
  await fieldsOf(page).name.fill('Ailsa Craig');
  await expect.poll(() => readStore(page, 'drafts')).toMatchObject([{ values: { name: 'Ailsa Craig' } }]);

  await device.kill();
  await device.start();

  await expect(fieldsOf(await device.open('/booking')).name).toHaveValue('Ailsa Craig');
});

test('a draft is gone once the booking is sent', async ({ device }) => {
  const page = await device.open('/booking');
  await book(page, aBooking());
  await expect(outcomeNotice(page)).toBeVisible();
  await expect.poll(() => readStore(page, 'drafts')).toEqual([]);

  await page.reload();

  await expectEmptyForm(page);
  await expect(page.getByText(KEPT)).toHaveCount(0);
});

test('a booking that is on its way is no draft again when the page is left', async ({ device, network }) => {
  const held = holdAnswer();
  network.answerInTurn(INSERT, [held.answer]);
  const page = await device.open('/booking');
  await book(page, aBooking());
  await held.reached;
  await expect.poll(() => readStore(page, 'entries')).toHaveLength(1);

  await page.reload();

  await expectEmptyForm(page);
  await expect(page.getByText(KEPT)).toHaveCount(0);
  expect(await readStore(page, 'drafts')).toEqual([]);
  held.release();
});

test('a draft is cleared on request, and the form’s first field has the focus', async ({ device }) => {
  const page = await device.open('/booking');
  await fillIn(page, aBooking());
  await expect.poll(() => readStore(page, 'drafts')).toHaveLength(1);
  await page.reload();

  const clear = page.getByRole('button', { name: 'Clear' });
  await clear.press('Enter');

  await expectEmptyForm(page);
  await expect.poll(() => readStore(page, 'drafts')).toEqual([]);
  await expect(clear).toHaveCount(0);
  await expect(fieldsOf(page).name).toBeFocused();
});

test('who gives up an edit by keyboard is in the first field of an empty form then', async ({ device }) => {
  const { requests } = await editOffline(device, aBooking());
  const cancel = requests.getByRole('button', { name: 'Cancel editing' });

  await cancel.press('Enter');

  await expect(cancel).toHaveCount(0);
  await expectEmptyForm(requests);
  await expect(fieldsOf(requests).name).toBeFocused();
});
