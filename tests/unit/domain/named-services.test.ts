import { expect, test } from 'vitest';
import { bookingFormSchema, type Booking } from '../../../src/core/domain/booking.ts';
import { linkedService, notesWith } from '../../../src/core/domain/named-services.ts';
import { BOOKING } from '../../support/values.ts';

const formSchema = bookingFormSchema((form: Booking & { service_name: string; size: string }) => [
  form.service_name,
  form.size,
]);

test.each([
  ['event', 'Event Cleaning', 'specialized'],
  ['office', 'Office Cleaning', 'commercial'],
  ['deep', 'Deep Cleaning', 'deep'],
  ['residential', '', 'residential'],
  ['specialized', '', 'specialized'],
])('a link to %s names “%s” and chooses %s', (link, name, type) => {
  expect(linkedService(link)).toEqual({ name, type });
});

test.each(['', 'toString', '__proto__', 'windows'])('a link to “%s” chooses nothing', (link) => {
  expect(linkedService(link)).toBeNull();
});

test('the named service is the first line of the notes', () => {
  expect(notesWith(['Event Cleaning'], 'Two halls.\nParking behind.')).toBe(
    'Event Cleaning\nTwo halls.\nParking behind.',
  );
  expect(notesWith([' Event Cleaning '], '')).toBe('Event Cleaning');
  expect(notesWith([''], 'Two halls.')).toBe('Two halls.');
});

test('several lines come before the notes in their order, each once', () => {
  const lines = ['Deep Cleaning', '2 bedrooms'];
  expect(notesWith(lines, 'Ring twice.')).toBe('Deep Cleaning\n2 bedrooms\nRing twice.');
  expect(notesWith(lines, 'Deep Cleaning\nRing twice.')).toBe(
    'Deep Cleaning\n2 bedrooms\nRing twice.',
  );
  expect(notesWith(lines, notesWith(lines, ''))).toBe('Deep Cleaning\n2 bedrooms');
});

test('notes that begin with the named service already take no second line', () => {
  expect(notesWith(['Event Cleaning'], 'Event Cleaning\nTwo halls.')).toBe(
    'Event Cleaning\nTwo halls.',
  );
  expect(notesWith(['Event Cleaning'], 'Event Cleaning')).toBe('Event Cleaning');
});

test('the form’s booking has the named service in its notes, and no field for it', () => {
  expect(
    formSchema.parse({
      ...BOOKING,
      notes: 'Two halls.',
      service_name: 'Event Cleaning',
      size: '2 halls',
    }),
  ).toEqual({ ...BOOKING, notes: 'Event Cleaning\n2 halls\nTwo halls.' });
  expect(formSchema.parse({ ...BOOKING, notes: '', service_name: '', size: '' })).toEqual({
    ...BOOKING,
    notes: null,
  });
});

test('a name and notes that are too long together are refused at the notes', () => {
  const result = formSchema.safeParse({
    ...BOOKING,
    notes: 'x'.repeat(990),
    service_name: 'Event Cleaning',
    size: '',
  });
  expect(result.error?.issues).toMatchObject([
    { path: ['notes'], message: 'Notes must be at most 1000 characters' },
  ]);
});
