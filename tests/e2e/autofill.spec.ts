import {
  anApplicant,
  aResume,
  expectReceivedOnce as expectApplicationOnce,
  fieldsOf as applicationFields,
  openCareers,
  openPosition,
  positionCard,
  submitButton as applyButton,
} from '../support/application.ts';
import { errorSummary } from '../support/error-summary.ts';
import { fillSilently } from '../support/autofill.ts';
import { aBooking, fieldsOf, submitButton } from '../support/booking.ts';
import {
  aMessage,
  expectReceivedOnce as expectMessageOnce,
  fieldsOf as messageFields,
  sendButton,
} from '../support/contact.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { expect, pageTest as test } from '../support/test.ts';

test.use({ visitedBefore: 'site' });

test('a booking has the values that autofill wrote into fields, choices and date without an event, and misses those it emptied', async ({
  device,
  backend,
}) => {
  const booking = aBooking({ notes: 'The key is with the neighbour.' });
  const page = await device.open('/booking');
  const fields = fieldsOf(page);
  await expect(fields.name).toBeEnabled();

  await fillSilently(fields.name, booking.name);
  await fillSilently(fields.phone, booking.phone);
  await fillSilently(fields.email, booking.email);
  await fillSilently(fields.address, booking.address);
  await fillSilently(fields.serviceType, booking.service_type);
  await fillSilently(fields.date, booking.preferred_date);
  await fillSilently(fields.time, booking.preferred_time);
  await fillSilently(fields.notes, booking.notes ?? '');
  await fillSilently(fields.address, '');
  await submitButton(page).click();
  await expect(errorSummary(page)).toContainText('Please enter your full address');

  await fillSilently(fields.address, booking.address);
  await submitButton(page).click();

  await expectReceivedOnce(device, backend, booking);
});

test('a message has the values that autofill wrote without an event', async ({
  device,
  backend,
}) => {
  const message = aMessage();
  const page = await device.open('/contact');
  const fields = messageFields(page);
  await expect(fields.name).toBeEnabled();

  for (const [name, field] of Object.entries(fields))
    await fillSilently(field, message[name as keyof typeof message]);
  await sendButton(page).click();

  await expectMessageOnce(device, backend, message);
});

test('an application has the values that autofill wrote without an event', async ({
  device,
  backend,
}) => {
  const position = await openPosition(backend);
  const [applicant, resume] = [anApplicant(), aResume()];
  const page = await openCareers(device, position);
  await positionCard(page, position).check();
  const fields = applicationFields(page);
  await fillSilently(fields.name, applicant.name);
  await fillSilently(fields.phone, applicant.phone);
  await fillSilently(fields.email, applicant.email);
  await fillSilently(fields.coverLetter, applicant.cover_letter ?? '');
  await fields.resume.setInputFiles(resume);

  await applyButton(page).click();

  await expectApplicationOnce(device, backend, { position, applicant, resume });
});
