import { WITHOUT_OPTIONAL } from '../../support/values.ts';
import { WITHOUT_SETTINGS } from '../../../src/core/domain/booking-settings.ts';
import type { ReplicaRow } from '../../../src/core/server/admin-backend.ts';

/** A pending booking of the lists, without an answer. */
export const BOOKING: ReplicaRow<'bookings'> = {
  id: '0b9e7c1a-0000-4000-8000-000000000001',
  name: 'Ann Baker',
  phone: '0141 496 0123',
  email: 'ann@example.com',
  address: '4 Abbey Close\nPaisley',
  service_type: 'deep',
  preferred_date: '2026-12-01',
  preferred_time: 'morning',
  ...WITHOUT_OPTIONAL,
  notes: 'Ring twice',
  by_office: false,
  price_pence: null,
  price_per: null,
  ...WITHOUT_SETTINGS,
  series: null,
  series_day: null,
  is_mail_refused: false,
  status: 'pending',
  created_at: '2026-11-20T12:00:00+00:00',
  rev: 5,
  sequence: 0,
  events: [],
  settings: [],
  reports: [],
  reminders: [],
};
