import { randomUUID } from 'node:crypto';

export const ADMIN = { email: 'admin@example.com', password: 'local-admin' };

export const aBooking = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  name: 'Ailsa Craig',
  phone: '0141 496 0199',
  email: 'ailsa@example.com',
  address: '12 Gauze Street, Paisley PA1 1EP',
  service_type: 'deep',
  preferred_date: '2027-03-01',
  preferred_time: 'morning',
  notes: null,
  ...changes,
});

export const aMessage = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  name: 'Ailsa Craig',
  email: 'ailsa@example.com',
  subject: 'A question',
  message: 'Do you clean on Sundays, too?',
  ...changes,
});

export const pdf = (bytes = 10) => new Blob(['x'.repeat(bytes)], { type: 'application/pdf' });
export const picture = () => new Blob(['\u0089PNG'], { type: 'image/png' });
