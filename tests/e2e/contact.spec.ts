import { referenceOf } from '../../src/core/domain/reference.ts';
import { errorSummary } from '../support/error-summary.ts';
import { outcomeNotice, readReference } from '../support/booking.ts';
import {
  aMessage,
  expectFilledIn,
  expectReceivedOnce,
  fieldsOf,
  fillIn,
  received,
  send,
  sendButton,
} from '../support/contact.ts';
import { ALERT, answerWith, pauseAnswer, refusal } from '../support/faults.ts';
import { readStore } from '../support/local-store.ts';
import { expectSettled, requestCard, toast } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

test.use({ visitedBefore: 'site' });

const INSERT = 'POST /rest/v1/contact_messages*';
const SUCCESS = "Message sent successfully! We'll get back to you soon.";

test('a message sent online is stored and mailed, and its reference shows', async ({
  device,
  backend,
}) => {
  const message = aMessage({ message: 'Two lines,\nand an umlaut: ü.' });
  const page = await device.open('/contact');

  await send(page, message);

  await expect(toast(page, SUCCESS)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message received');
  await expect(outcomeNotice(page)).toContainText(
    new RegExp(`We’ll email an answer to ${message.email} by \\w+day \\d+ \\w+\\.`),
  );
  const id = await expectReceivedOnce(device, backend, message);
  expect(await readReference(page)).toBe(referenceOf(id));
  await page.getByRole('button', { name: 'Send another message' }).click();
  await expectFilledIn(page, { name: '', email: '', subject: '', message: '' });
  await expectSettled(device, referenceOf(id));
});

test('a message sent offline waits on the device and is sent when the connection is back', async ({
  device,
  backend,
}) => {
  const message = aMessage();
  const page = await device.openInstalled('/contact');
  await device.goOffline();

  await send(page, message);

  await expect(outcomeNotice(page)).toContainText('Saved on this device');
  await expect(outcomeNotice(page)).toContainText('Your message is not with us yet');
  expect(await received(backend, message)).toEqual({ rows: [], mails: [] });
  await device.goOnline();
  await expect(outcomeNotice(page)).toContainText('Message received');
  const id = await expectReceivedOnce(device, backend, message);
  await expectSettled(device, referenceOf(id));
});

test('the button says that the message is on its way until the answer is there', async ({
  device,
  network,
}) => {
  const page = await device.open('/contact');
  const paused = pauseAnswer();
  network.answerEvery(INSERT, paused.answer);

  await send(page, aMessage());

  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
  paused.release();
  await page.getByRole('button', { name: 'Send another message' }).click();
  await expect(sendButton(page)).toBeVisible();
});

test('an empty form names every missing field, beside it and in a summary that takes the focus', async ({
  device,
}) => {
  const page = await device.open('/contact');
  await sendButton(page).click();

  const messages = {
    name: 'Name must be at least 2 characters',
    email: 'Please enter a valid email address',
    subject: 'Subject must be at least 5 characters',
    message: 'Message must be at least 10 characters',
  };
  const summary = errorSummary(page);
  await expect(summary).toBeFocused();
  for (const [name, field] of Object.entries(fieldsOf(page))) {
    const text = messages[name as keyof typeof messages];
    await expect(field).toHaveAccessibleDescription(new RegExp(text));
    await expect(summary.getByRole('link', { name: text })).toBeVisible();
  }
});

test('a message the server refuses stays in the form', async ({ device, network, backend }) => {
  const message = aMessage();
  network.answerInTurn(INSERT, [refusal]);
  const page = await device.open('/contact');

  await send(page, message);

  await expect(toast(page, 'Failed to send message. Please try again.')).toBeVisible();
  await expectFilledIn(page, message);
  expect(await received(backend, message)).toEqual({ rows: [], mails: [] });
});

test(
  'a message is stored though its mail fails, and the person reads it',
  { tag: '@nightly' },
  async ({ device, network, backend }) => {
    const message = aMessage();
    network.answerEvery(ALERT, answerWith(502, { error: 'The email provider failed' }));
    const page = await device.open('/contact');

    await send(page, message);

    const notice =
      "We saved your message but the email alert did not send. We'll monitor this on our end.";
    await expect(toast(page, SUCCESS)).toBeVisible();
    await expect(toast(page, notice)).toBeVisible();
    expect((await received(backend, message)).rows).toHaveLength(1);
  },
);

test('a message that waits is mended in its form, to which editing on a phone leads, not to the top of its page', async ({
  device,
  backend,
}) => {
  const message = aMessage();
  const page = await device.openInstalled('/contact');
  await page.setViewportSize({ width: 390, height: 844 });
  await device.goOffline();
  await send(page, message);
  await expect(outcomeNotice(page)).toBeVisible();
  const reference = await readReference(page);
  await page.getByRole('link', { name: 'See it in My requests' }).click();

  await requestCard(page, reference).getByRole('button', { name: 'Edit' }).click();

  await expect(page.getByText(`You are editing ${reference}`).locator('..')).toBeFocused();
  await expect(page.getByText(`You are editing ${reference}`)).toBeInViewport();
  await expect(fieldsOf(page).name).toBeInViewport();
  await expectFilledIn(page, message);
  await fieldsOf(page).subject.fill('Windows, and a door');
  await device.goOnline();
  await sendButton(page).click();
  await expectReceivedOnce(device, backend, { ...message, subject: 'Windows, and a door' });
});

test('a typed message is still there after a reload', { tag: '@nightly' }, async ({ device }) => {
  const message = aMessage();
  const page = await device.open('/contact');
  await fillIn(page, message);
  await expect.poll(() => readStore(page, 'forms')).toMatchObject([{ values: message }]);

  await page.reload();

  await expectFilledIn(page, message);
});
