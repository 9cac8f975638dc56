import type { MailedEvent } from '../../supabase/functions/send-form-email/describe-record.ts';

/** The office's confirmation of a single booking, as a customer's mail gets it. */
export const aMailedEvent = (changes: Partial<MailedEvent> = {}): MailedEvent => ({
  id: '0b5e6c1e-8f1d-4b7e-9a55-7f6f3f5a1c11',
  actor: 'office',
  kind: 'confirmed',
  day: null,
  time_slot: null,
  message: null,
  sequence: 2,
  moved_from: null,
  was_confirmed: true,
  price: null,
  link_id: '7f1c1a52-5f0e-4d0a-9a55-0c5a3f0a7f11',
  series: null,
  visits: [],
  removed: [],
  ...changes,
});
