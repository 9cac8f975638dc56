import {
  aBooking,
  book,
  fieldsOf,
  outcomeNotice,
  readReference,
  submitButton,
} from '../support/booking.ts';
import { answerWith, INSERT, loseAnswer, refusal } from '../support/faults.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { expectSettled, requestCard, toast } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

/** A gateway in front of the server refuses in JSON of its own. */
const GATEWAY = [
  ['a 403 in JSON', answerWith(403, { message: 'Access is restricted' })],
  ['a 404 in JSON', answerWith(404, { code: 'NOT_FOUND', message: 'No route matched' })],
] as const;

for (const [what, answer] of GATEWAY) {
  test(`a booking whose answer was lost is not refused by a gateway’s ${what}: it is tried again and stored once`, async ({
    device,
    network,
    backend,
  }) => {
    const booking = aBooking();
    network.answerInTurn(INSERT, [loseAnswer, answer]);
    const page = await device.openInstalled('/booking');

    await book(page, booking);

    await expectSettled(device, await readReference(page));
    await expectReceivedOnce(device, backend, booking);
  });
}

test('a conflict whose JSON was cut on its way is no refusal', async ({
  device,
  network,
  backend,
}) => {
  const booking = aBooking();
  const cut = answerWith(409, '{"code":"23505","details":"Key (id)=(');
  network.answerInTurn(INSERT, [loseAnswer, cut]);
  const page = await device.openInstalled('/booking');

  await book(page, booking);

  await expectSettled(device, await readReference(page));
  await expectReceivedOnce(device, backend, booking);
});

test('a booking that had arrived unheard and was refused later is edited without making two, and its sender reads that it had arrived', async ({
  device,
  network,
  backend,
}) => {
  const booking = aBooking();
  network.answerInTurn(INSERT, [loseAnswer, refusal, refusal]);
  const page = await device.openInstalled('/booking');
  await book(page, booking);
  const reference = await readReference(page);
  const requests = await device.open('/requests');
  const card = requestCard(requests, reference);
  await expect(card).toContainText('An earlier try may have reached us');

  await card.getByRole('button', { name: 'Edit' }).click();
  await expect(requests.getByRole('main')).toContainText(`You are editing ${reference}`);
  await fieldsOf(requests).phone.fill('0141 496 0150');
  await submitButton(requests).click();
  await expect(toast(requests, 'Failed to submit booking. Please try again.')).toBeVisible();
  await submitButton(requests).click();

  await expect(outcomeNotice(requests)).toContainText('already sent');
  await expect(outcomeNotice(requests)).toContainText(reference);
  await expectReceivedOnce(device, backend, booking);
});
