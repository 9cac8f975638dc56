import { describe, expect, test } from 'vitest';
import type { Delivery, RecordedEvent, Reminder } from '../../../src/core/domain/booking-events.ts';
import { forecastMail } from '../../../src/core/domain/mail-outlook.ts';
import { undelivered } from '../../../src/core/domain/undelivered.ts';
import { deliveryText, forecastText } from '../../../src/portal/booking/delivery-texts.ts';
import { aRecordedEvent, aReminder } from '../support/booking-events.ts';

const TODAY = '2026-11-20';
const NOW = Date.parse('2026-11-20T12:00:00Z');
const ON = { per_day: 100, free_at: null };
const SENT: Delivery = { state: 'sent', reason: null, detail: null };
const mailOf = (state: Delivery['state'], reason: Delivery['reason']): Delivery => ({
  state,
  reason,
  detail: null,
});

const booking = (changes: object = {}) => ({
  email: 'ann@example.com' as string | null,
  preferred_date: '2026-12-01',
  is_mail_refused: false,
  events: [] as RecordedEvent[],
  reminders: [] as Reminder[],
  ...changes,
});

describe('the mail about an answer', () => {
  const forecast = (changes: object = {}, mails: Parameters<typeof forecastMail>[3] = ON) =>
    forecastMail(
      { kind: 'declined', day: '2026-12-01' },
      booking(changes),
      [booking(changes)],
      mails,
      { today: TODAY, now: NOW },
    );

  test.each([
    ['goes', {}, ON],
    ['unknown', {}, null],
    ['off', {}, { per_day: 0, free_at: null }],
    ['no-address', { email: '' }, ON],
    ['refused', { is_mail_refused: true }, ON],
    ['past', { preferred_date: '2026-11-12' }, ON],
    ['goes', { preferred_date: '2026-11-13' }, ON],
    ['total', {}, { per_day: 100, free_at: '2026-11-21T11:00:00Z' }],
    ['goes', {}, { per_day: 100, free_at: '2026-11-20T11:00:00Z' }],
  ] as const)('is %s of %o while the mails are %o', (expected, changes, mails) => {
    expect(forecast(changes, mails)).toBe(expected);
  });

  test('goes by the day of the answer, and of the last offer', () => {
    const own = booking({ preferred_date: '2026-11-12' });
    const ask = (kind: 'offered' | 'confirmed' | 'declined', day: string, events: object[] = []) =>
      forecastMail({ kind, day }, booking({ ...own, events }), [], ON, { today: TODAY, now: NOW });
    expect(ask('offered', '2026-11-27')).toBe('goes');
    expect(ask('confirmed', '2026-11-19')).toBe('past');
    expect(ask('confirmed', '2026-11-20')).toBe('goes');
    expect(ask('declined', '', [aRecordedEvent({ kind: 'offered', day: '2026-11-27' })])).toBe(
      'goes',
    );
  });

  test('waits after five to one mailbox in a day, whichever booking and spelling they were about', () => {
    const yesterday = aRecordedEvent({ mail: SENT, created_at: '2026-11-19T11:00:00Z' });
    const own = aRecordedEvent({ mail: SENT, created_at: '2026-11-20T11:00:00Z' });
    const others = (count: number) => [
      booking({ events: [yesterday] }),
      ...Array.from({ length: count - 1 }, () =>
        booking({ email: 'Ann+flat@example.com', events: [own] }),
      ),
      booking({ reminders: [aReminder({ mail: SENT, created_at: own.created_at })] }),
      booking({ email: 'bob@example.com', events: [own] }),
    ];
    const ask = (count: number) =>
      forecastMail({ kind: 'declined', day: '' }, booking(), others(count), ON, {
        today: TODAY,
        now: NOW,
      });
    expect(ask(4)).toBe('goes');
    expect(ask(5)).toBe('share');
  });

  test('that waits for the day’s total says when it goes', () => {
    const text = (free_at: string) => forecastText('total', { per_day: 3, free_at }, TODAY);
    expect(text('2026-11-20T18:00:00Z')).toContain('goes later today');
    expect(text('2026-11-21T00:30:00Z')).toContain('goes tomorrow');
  });
});

test.each([
  [mailOf('sent', null), 'Email sent'],
  [mailOf('waits', null), 'Email waits to be sent'],
  [mailOf('waits', 'total'), 'Email waits: the day’s emails are used up'],
  [mailOf('refused', 'refused'), 'Email refused by the mail provider'],
  [mailOf('refused', 'bounced'), 'Email did not arrive'],
  [mailOf('none', 'off'), 'No email: emails to customers are off'],
  [mailOf('none', 'suppressed'), 'No email: the address refused an earlier one'],
  [mailOf('none', 'kind'), 'No email'],
])('the history says of a mail %o: %s', (mail, text) => {
  expect(deliveryText(aRecordedEvent({ mail }), NOW)).toBe(text);
});

test('the history says that a mail was given up after two days, and names a notification that was sent', () => {
  const event = aRecordedEvent({
    mail: mailOf('waits', 'provider'),
    push: SENT,
    created_at: '2026-11-18T11:00:00Z',
  });
  expect(deliveryText(event, NOW)).toBe(
    'Email not sent: it was tried for two days. Notification sent',
  );
  expect(deliveryText(aRecordedEvent({ push: mailOf('none', 'no-device') }), NOW)).toBe('');
});

describe('the customers whom no mail reached', () => {
  const isListed = (event: Partial<RecordedEvent>, day = '2026-12-01') =>
    undelivered(
      [booking({ preferred_date: day, events: [aRecordedEvent({ kind: 'declined', ...event })] })],
      { today: TODAY, now: NOW },
    ).length === 1;

  test.each([
    [true, { mail: mailOf('refused', 'refused') }],
    [true, { mail: mailOf('refused', 'bounced') }],
    [true, { mail: mailOf('none', 'suppressed') }],
    [true, { mail: mailOf('waits', 'total'), created_at: '2026-11-18T11:00:00Z' }],
    [false, { mail: mailOf('waits', 'total') }],
    [false, { mail: SENT }],
    [false, { mail: mailOf('none', 'off') }],
    [false, { mail: null }],
    [false, { mail: mailOf('refused', 'bounced'), kind: 'completed' }],
    [false, { mail: mailOf('refused', 'bounced'), actor: 'customer', kind: 'cancelled' }],
    [false, { mail: mailOf('refused', 'bounced'), created_at: '2026-11-12T12:00:00Z' }],
  ] as const)('are listed: %s, after %o', (listed, event) => {
    expect(isListed(event)).toBe(listed);
  });

  test('are listed until the day of the answer is over', () => {
    const mail = mailOf('refused', 'bounced');
    expect(isListed({ mail }, '2026-11-20')).toBe(true);
    expect(isListed({ mail }, '2026-11-19')).toBe(false);
    expect(isListed({ mail, kind: 'offered', day: '2026-11-27' }, '2026-11-19')).toBe(true);
  });

  test('are not listed once another answer was given', () => {
    const first = aRecordedEvent({ kind: 'declined', mail: mailOf('refused', 'bounced') });
    const events = [first, aRecordedEvent({ kind: 'reopened', mail: mailOf('none', 'kind') })];
    expect(undelivered([booking({ events })], { today: TODAY, now: NOW })).toEqual([]);
  });
});
