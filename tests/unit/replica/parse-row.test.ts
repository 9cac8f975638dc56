import { expect, test } from 'vitest';
import { isAnsweredAfter } from '../../../src/core/domain/booking-events.ts';
import { parseRow } from '../../../src/core/replica/parse-row.ts';
import type { ReplicaRow } from '../../../src/core/server/admin-backend.ts';
import { anEvent, aRecordedEvent } from '../support/booking-events.ts';

const stored = (row: object) =>
  parseRow({ table: 'bookings', id: 'a', createdAt: '', row }) as ReplicaRow<'bookings'>;

test('a booking that a former release stored has events of which nothing is known to be sent', () => {
  const row = stored({ id: 'a', rev: 12, events: [anEvent()] });
  expect(row).toMatchObject({
    is_mail_refused: false,
    events: [{ ...anEvent(), rev: 12, by: null, mail: null, push: null }],
  });
  expect(isAnsweredAfter(row, 12, 'confirmed')).toBe(false);
  expect(isAnsweredAfter(row, 11, 'confirmed')).toBe(true);
});

test('an event’s own revision and outcomes are kept', () => {
  const event = aRecordedEvent({
    rev: 9,
    mail: { state: 'refused', reason: 'bounced', detail: 'Bounced: no such user' },
  });
  expect(stored({ id: 'a', rev: 12, events: [event] }).events).toEqual([event]);
});
