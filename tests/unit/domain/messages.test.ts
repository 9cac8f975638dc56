import { expect, test } from 'vitest';
import { bookingSchema } from '../../../src/core/domain/booking.ts';
import { contactSchema } from '../../../src/core/domain/contact.ts';
import { jobApplicationSchema } from '../../../src/core/domain/job-application.ts';
import { officeBookingSchema } from '../../../src/core/domain/office-booking.ts';
import { application, booking, contact } from '../support/outbox.ts';

interface Result {
  success: boolean;
  error?: { issues: { path: PropertyKey[]; message: string }[] };
}

const messageFor = (result: Result, field: string) =>
  result.error?.issues.find((issue) => issue.path[0] === field)?.message;

const bookingRules: [string, unknown, string | undefined][] = [
  ['name', 'A', 'Name must be at least 2 characters'],
  ['name', undefined, 'Name must be at least 2 characters'],
  ['name', '  A  ', 'Name must be at least 2 characters'],
  ['name', 'a'.repeat(101), 'Name must be at most 100 characters'],
  ['name', 'Al', undefined],
  ['name', '👩‍🔧', undefined],
  ['phone', '123456789', 'Please enter a valid phone number'],
  ['phone', '1'.repeat(21), 'Please enter a valid phone number'],
  ['phone', '1'.repeat(20), undefined],
  ['email', 'ann@', 'Please enter a valid email address'],
  ['email', `${'a'.repeat(250)}@b.co`, undefined],
  ['email', `${'a'.repeat(251)}@b.co`, 'Please enter a valid email address'],
  ['address', '1 Hi', 'Please enter your full address'],
  ['address', '1 High Street\nPaisley', undefined],
  ['service_type', '', 'Please select a service type'],
  ['service_type', 'deep', undefined],
  ['preferred_date', '', 'Please select a date'],
  ['preferred_date', undefined, 'Please select a date'],
  ['preferred_date', '2026-02-30', 'Please enter a full date, with a year of four digits'],
  ['preferred_date', '0026-12-24', 'Please enter a full date, with a year of four digits'],
  ['preferred_date', '202612-12-24', 'Please enter a full date, with a year of four digits'],
  ['preferred_date', '24/12/2026', 'Please enter a full date, with a year of four digits'],
  ['preferred_date', '1926-12-24', 'This day has passed. Please select another date'],
  ['preferred_date', '2019-12-31', 'This day has passed. Please select another date'],
  ['preferred_date', '2020-01-01', undefined],
  ['preferred_date', '2099-12-31', undefined],
  ['preferred_date', '2100-01-01', 'This day is too far ahead. Please select an earlier date'],
  ['preferred_time', '', 'Please select a time'],
  ['notes', 'a'.repeat(1000), undefined],
  ['notes', 'a'.repeat(1001), 'Notes must be at most 1000 characters'],
  ['name', 'A\u202e\u202c', 'Name must be at least 2 characters'],
  ['address', 'a\n'.repeat(14) + 'a', undefined],
  ['address', 'a\n'.repeat(15) + 'a', 'Address must be at most 15 lines'],
  ['notes', 'a\u2028'.repeat(60) + 'a', 'Notes must be at most 60 lines'],
  ['notes', 'שלום\u200f (12)', undefined],
];

test.each(bookingRules)('a booking’s %s of %j says %j', (field, value, message) => {
  const result = bookingSchema.safeParse({ ...booking.values, [field]: value });
  expect(messageFor(result, field)).toBe(message);
  expect(result.success).toBe(message === undefined);
});

const contactRules: [string, unknown, string | undefined][] = [
  ['subject', 'Help', 'Subject must be at least 5 characters'],
  ['subject', 'a'.repeat(201), 'Subject must be at most 200 characters'],
  ['message', 'Too short', 'Message must be at least 10 characters'],
  ['message', 'a'.repeat(1001), 'Message must be at most 1000 characters'],
  ['message', 'a'.repeat(10), undefined],
  ['message', 'a\n'.repeat(60) + 'a', 'Message must be at most 60 lines'],
];

test.each(contactRules)('a message’s %s of %j says %j', (field, value, message) => {
  expect(messageFor(contactSchema.safeParse({ ...contact.values, [field]: value }), field)).toBe(
    message,
  );
});

const applicationRules: [string, unknown, string | undefined][] = [
  ['career_id', '', 'Please select a position to apply for'],
  ['cover_letter', 'a'.repeat(1001), 'Cover letter must be at most 1000 characters'],
  ['cover_letter', undefined, undefined],
  ['cover_letter', 'a\n'.repeat(60) + 'a', 'Cover letter must be at most 60 lines'],
];

test.each(applicationRules)('an application’s %s of %j says %j', (field, value, message) => {
  expect(
    messageFor(jobApplicationSchema.safeParse({ ...application.values, [field]: value }), field),
  ).toBe(message);
});

test('texts are trimmed and empty notes become null', () => {
  const values = { ...booking.values, name: '  Ann  ', notes: ' \u00a0 ' };
  expect(bookingSchema.parse(values)).toMatchObject({ name: 'Ann', notes: null });
});

test('a booking from a call may have no email address, which a visitor’s has to have', () => {
  const typed = (email: string) => ({ ...booking.values, email });
  for (const email of ['', ' ', '\u200b']) {
    expect(officeBookingSchema.parse(typed(email)).email).toBe('');
    expect(messageFor(bookingSchema.safeParse(typed(email)), 'email')).toBe(
      'Please enter a valid email address',
    );
  }
  expect(officeBookingSchema.parse(typed(' ann@example.com ')).email).toBe('ann@example.com');
  expect(messageFor(officeBookingSchema.safeParse(typed('ann@')), 'email')).toBe(
    'Please enter a valid email address',
  );
});
