import { expect, test } from 'vitest';
import { isAnsweredAfter } from '../../../src/core/domain/booking-events.ts';
import { parseRow } from '../../../src/core/replica/parse-row.ts';
import type { ReplicaRow } from '../../../src/core/server/admin-backend.ts';
import { anEvent, aRecordedEvent, aSettingChange } from '../support/booking-events.ts';
import { BOOKING } from '../support/booking-row.ts';

const stored = (row: object) =>
  parseRow({ table: 'bookings', id: 'a', createdAt: '', row }) as ReplicaRow<'bookings'>;

test('a booking that a former release stored has events of which nothing is known to be sent', () => {
  const row = stored({ id: 'a', rev: 12, events: [anEvent()] });
  expect(row).toMatchObject({
    is_mail_refused: false,
    events: [{ ...anEvent(), rev: 12, by: null, mail: null, push: null }],
  });
  expect(isAnsweredAfter(row, 12)).toBe(false);
  expect(isAnsweredAfter(row, 11)).toBe(true);
});

test('an event’s own revision and outcomes are kept', () => {
  const event = aRecordedEvent({
    rev: 9,
    mail: { state: 'refused', reason: 'bounced', detail: 'Bounced: no such user' },
  });
  expect(stored({ id: 'a', rev: 12, events: [event] }).events).toEqual([event]);
});

test('a booking that 1.0.0 stored has its settings, reports and reminders apart from its answers', () => {
  const at = { created_at: '2026-11-20T12:00:00Z', by: 'Isla', mail: null, push: null };
  const nothing = { ...at, day: null, time_slot: null, message: null };
  const { id } = anEvent();
  const row = stored({
    id: 'a',
    rev: 15,
    events: [
      {
        ...nothing,
        id,
        actor: 'office',
        kind: 'assigned',
        crew: ['ann'],
        for_series: true,
        rev: 9,
      },
      { ...nothing, id, actor: 'office', kind: 'instructed', message: 'Key at 6.', rev: 10 },
      { ...nothing, id, actor: 'office', kind: 'entrusted', rev: 11 },
      aRecordedEvent({ rev: 12 }),
      {
        ...{ ...at, id, actor: 'office', kind: 'reminded', message: null, rev: 13 },
        ...{ day: '2026-12-01', time_slot: 'morning' },
      },
      {
        ...{ ...nothing, id, actor: 'crew', kind: 'done', crew: ['ann'], pictures: 2, rev: 14 },
        made_at: '2026-12-01T11:00:00Z',
      },
    ],
  });
  expect(row.events.map(({ kind }) => kind)).toEqual(['confirmed']);
  expect(
    row.settings.map(({ field, value, for_series, rev }) => [field, value, for_series, rev]),
  ).toEqual([
    ['crew', ['ann'], true, 9],
    ['instructions', 'Key at 6.', true, 10],
    ['access', null, true, 11],
  ]);
  expect(row.reminders).toMatchObject([{ day: '2026-12-01', time_slot: 'morning', rev: 13 }]);
  expect(row.reports).toMatchObject([
    { kind: 'done', crew_id: 'ann', by: 'Isla', pictures: 2, late: null, rev: 14 },
  ]);
  expect(row.sequence).toBe(6);
});

test('a row of this form stays as the server gave it', () => {
  const row = { ...BOOKING, events: [aRecordedEvent()], settings: [aSettingChange()] };
  expect(stored(row)).toEqual(row);
});
