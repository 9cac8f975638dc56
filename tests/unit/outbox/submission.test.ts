import { OPTIONAL_BOOKING_FIELDS } from '../../../src/core/domain/booking-fields.ts';
import { WITHOUT_OPTIONAL } from '../../support/values.ts';
import { expect, test, vi } from 'vitest';
import type { Submission } from '../../../src/core/domain/submission.ts';
import type { NewFile } from '../../../src/core/outbox/entry.ts';
import { application, booking, contact, createOutbox, pdf } from '../support/outbox.ts';

/** The id of a submission, and the row and the alert that it sends. */
async function sent(submission: Submission, file: NewFile | null = null) {
  const { server, enqueue, flush } = createOutbox();
  const insertRecord = vi.spyOn(server.backend, 'insertRecord');
  const sendAlert = vi.spyOn(server.backend, 'sendAlert');
  const { id } = await enqueue(submission, file);
  await flush();
  const [table, row] = insertRecord.mock.calls[0] ?? [];
  return { id, table, row, alert: sendAlert.mock.calls[0]?.[0] };
}

test('a record holds the columns of its form, and empty optional texts as null', async () => {
  const ofBooking = await sent(booking);
  expect(ofBooking).toMatchObject({ table: 'bookings' });
  expect(ofBooking.row).toEqual({
    id: ofBooking.id,
    name: 'Ailsa Craig',
    phone: '0141 496 0199',
    email: 'ailsa@example.com',
    address: '12 Gauze Street, Paisley PA1 1EP',
    service_type: 'deep',
    preferred_date: '2027-03-01',
    preferred_time: 'morning',
    ...WITHOUT_OPTIONAL,
  });
  const message = await sent(contact);
  expect(message).toMatchObject({ table: 'contact_messages' });
  expect(message.row).toEqual({
    id: message.id,
    name: 'Ailsa Craig',
    email: 'ailsa@example.com',
    subject: 'A question',
    message: 'Do you clean windows?',
  });
});

test('an application’s row holds its file’s path twice and no job title', async () => {
  const { id, table, row } = await sent(application, pdf());
  expect(table).toBe('job_applications');
  expect(row).toEqual({
    id,
    career_id: '5f0c1f0e-6a3b-4b8e-9d57-0d9d2b6f3c11',
    name: 'Ailsa Craig',
    phone: '0141 496 0199',
    email: 'ailsa@example.com',
    cover_letter: null,
    resume_path: `${id}.pdf`,
    resume_url: `${id}.pdf`,
  });
});

test('an alert names its kind and holds the fields of its form, empty optional texts as empty', async () => {
  const ofBooking = await sent(booking);
  const emptyTexts = Object.fromEntries(OPTIONAL_BOOKING_FIELDS.map((name) => [name, '']));
  expect(ofBooking.alert).toEqual({
    type: 'booking',
    data: { ...ofBooking.row, ...emptyTexts },
  });
  const message = await sent(contact);
  expect(message.alert).toEqual({ type: 'contact', data: message.row });
  const { id, alert } = await sent(application, pdf());
  expect(alert).toEqual({
    type: 'job_application',
    data: {
      id,
      name: 'Ailsa Craig',
      phone: '0141 496 0199',
      email: 'ailsa@example.com',
      job_title: 'Cleaner',
      resume_path: `${id}.pdf`,
      cover_letter: '',
    },
  });
});
