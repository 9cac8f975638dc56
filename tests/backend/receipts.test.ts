import { describe, expect, test, vi } from 'vitest';
import { calendarFile } from '../../src/core/domain/calendar-file.ts';
import { SERVICE_TYPES, PREFERRED_TIMES } from '../../src/core/domain/booking-choices.ts';
import { referenceOf } from '../../src/core/domain/submission.ts';
import { KIND_TEXTS } from '../../src/site/forms/kind-texts.ts';
import type { Mail, SendMailResult } from '../../supabase/functions/_shared/mail.ts';
import { readReceiptLimit } from '../../supabase/functions/_shared/receipt-limit.ts';
import { calendarOf } from '../../supabase/functions/send-form-email/calendar.ts';
import { KINDS, type Kind } from '../../supabase/functions/send-form-email/compose.ts';
import { composeReceipt } from '../../supabase/functions/send-form-email/compose-receipt.ts';
import { createHandler } from '../../supabase/functions/send-form-email/handler.ts';
import type { ReceiptClaim } from '../../supabase/functions/send-form-email/records.ts';
import { createReceiptSender } from '../../supabase/functions/send-form-email/send-receipt.ts';
import { aBooking, aMessage } from '../support/records.ts';
import { useServer } from './support/use-server.ts';

const ID = '7f1c1a52-5f0e-4d0a-9a55-0c5a3f0a7f11';
const RECEIPT = '0b8a4d3e-6a52-4b0c-8f7e-2f8f0c1d9e22';
const SITE = 'https://www.example.com';
const RECORD = {
  email: 'ailsa@example.com',
  created_at: '2027-02-01T23:30:00+00:00',
  service_type: 'deep',
  preferred_date: '2027-03-01',
  preferred_time: 'morning',
};
const CLAIM: ReceiptClaim = { receipt_id: RECEIPT, record: RECORD, job_title: null };
const receiptOf = (kind: Kind, jobTitle: string | null = null) =>
  composeReceipt({ kind, id: ID, record: RECORD, jobTitle }, SITE);

describe('the sender of receipts', () => {
  function setUp({
    claim = CLAIM,
    result = { sent: true },
  }: { claim?: ReceiptClaim | null; result?: SendMailResult } = {}) {
    const mails: Mail[] = [];
    const finished: unknown[] = [];
    const asked: unknown[] = [];
    const send = createReceiptSender({
      receipts: {
        claim: async (...submission) => (asked.push(submission), claim),
        finish: async (...outcome) => void finished.push(outcome),
      },
      transport: async (mail) => (mails.push(mail), result),
      to: ['office@example.com', 'owner@example.com'],
      from: 'website@example.com',
      site: () => SITE,
      perDay: 50,
      notify: null,
    });
    return { send, mails, finished, asked };
  }

  test('sends one to the customer, under the receipt’s id, with replies to the office', async () => {
    const { send, mails, finished, asked } = setUp();
    await send('booking', ID);
    expect(asked).toEqual([['booking', ID, 50]]);
    expect(mails).toMatchObject([
      {
        id: `receipt_${RECEIPT}`,
        to: ['ailsa@example.com'],
        from: 'website@example.com',
        replyTo: 'office@example.com',
      },
    ]);
    expect(finished).toEqual([[RECEIPT, true]]);
  });

  test('sends none when none is due', async () => {
    const { send, mails, finished } = setUp({ claim: null });
    await send('booking', ID);
    expect([mails, finished]).toEqual([[], []]);
  });

  test('records a failure, and keeps the provider’s own words out of the log', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { send, finished } = setUp({
      result: { sent: false, reason: 'Refused.', message: 'ailsa@example.com is unknown.' },
    });
    await send('booking', ID);
    expect(finished).toEqual([[RECEIPT, false]]);
    expect(JSON.stringify(log.mock.calls)).toContain('Refused.');
    expect(JSON.stringify(log.mock.calls)).not.toContain('ailsa');
  });

  test('sends the same mail at each attempt, because a provider refuses another under the same id', async () => {
    const { send, mails } = setUp();
    await send('booking', ID);
    vi.useFakeTimers({ now: Date.now() + 3_600_000 });
    await send('booking', ID).finally(() => vi.useRealTimers());
    expect(mails[1]).toEqual(mails[0]);
  });
});

describe('the answer about an alert', () => {
  const handle = (outcome: 'sent' | 'claimed-elsewhere' | 'unknown', afterAlert: () => void) =>
    createHandler({
      records: {
        claim: async () => ({ outcome }),
        finish: async () => undefined,
        countLate: async () => 0,
      },
      transport: async () => ({ sent: true }),
      to: [],
      notify: null,
      from: '',
      site: () => SITE,
      afterAlert,
    })(
      new Request('http://localhost/', {
        method: 'POST',
        body: JSON.stringify({ type: 'booking', data: { id: ID } }),
      }),
    );

  test.each([
    ['sent', 200, 1],
    ['claimed-elsewhere', 202, 1],
    ['unknown', 404, 0],
  ] as const)('that is %s stays %i, with %i receipts begun', async (outcome, status, times) => {
    const begin = vi.fn();
    expect((await handle(outcome, begin)).status).toBe(status);
    expect(begin).toHaveBeenCalledTimes(times);
  });
});

describe('a receipt', () => {
  test.each([
    ['booking', 'We have your booking request', ['Reference', 'Service', 'Day', 'Time']],
    ['job_application', 'We have your application', ['Reference', 'Position', 'Received']],
    ['contact', 'We have your message', ['Reference', 'Received']],
  ] as const)('about a %s says so, with its reference', (kind, heading, labels) => {
    const { subject, text, html } = receiptOf(kind, kind === 'job_application' ? 'Cleaner' : null);
    expect(subject).toBe(`${heading} ${referenceOf(ID)}`);
    const [first, rows = ''] = text.split('\n\n');
    expect(first).toBe(heading);
    expect(rows.split('\n').map((row) => row.replace(/:.*/, ''))).toEqual(labels);
    for (const part of [heading, referenceOf(ID), `${SITE}/contact`]) expect(html).toContain(part);
    expect(text.includes(`${SITE}/requests#${ID}`)).toBe(kind === 'booking');
  });

  test.each(KINDS)('about a %s makes the site’s promises', (kind) => {
    expect(receiptOf(kind).text).toContain(`We’ll ${KIND_TEXTS[kind].reply('', {})}`);
  });

  test.each(Object.keys(SERVICE_TYPES) as (keyof typeof SERVICE_TYPES)[])(
    'about a booking names the service %s as in the form',
    (service) => {
      const record = { ...RECORD, service_type: service };
      const { text } = composeReceipt({ kind: 'booking', id: ID, record, jobTitle: null }, SITE);
      expect(text).toContain(`Service: ${SERVICE_TYPES[service]}`);
      expect(text).toContain('Day: Monday, 1 March 2027\nTime: ');
    },
  );

  test('about anything but a booking has no file', () => {
    expect(receiptOf('contact')).not.toHaveProperty('attachments');
    expect(receiptOf('job_application')).not.toHaveProperty('attachments');
    expect(receiptOf('booking').attachments?.[0]?.filename).toBe(`booking-${referenceOf(ID)}.ics`);
  });

  test.each(Object.keys(PREFERRED_TIMES))(
    'puts a visit in the %s into a calendar as the site’s own file does, without the address',
    (slot) => {
      const record = { ...RECORD, preferred_time: slot, service_type: 'specialized' };
      const own = calendarFile(
        {
          id: ID,
          day: RECORD.preferred_date,
          slot,
          title: `${SERVICE_TYPES.specialized} (requested)`,
          address: '',
          description: `We confirm the day and the price by phone.\nRef. ${referenceOf(ID)}`,
          status: 'tentative',
          sequence: 0,
        },
        new Date(RECORD.created_at),
      );
      expect(calendarOf(ID, record, { status: 'tentative', sequence: 0 })).toBe(
        own.replace('LOCATION:\r\n', ''),
      );
    },
  );
});

test.each([
  [undefined, 100],
  ['', 100],
  ['1', 1],
  ['10000', 10_000],
  ['0', 0],
  ['10001', 'malformed'],
  ['on', 'malformed'],
  ['-5', 'malformed'],
])('the setting %j is the limit %j', (text, limit) => {
  expect(readReceiptLimit(text)).toBe(limit);
});

interface Received {
  messageId: string;
  to: string;
  subject: string;
  text: string;
  attachments: { filename: string; text: string }[];
}
const send = (visitor: ReturnType<typeof useServer>['visitor'], type: Kind, id: string) =>
  visitor().functions.invoke('send-form-email', { body: { type, data: { id } } });
const inboxAt = async (url: string) =>
  (await (await fetch(`${url}/api/messages`)).json()) as Received[];

describe('a server with receipts on', () => {
  const { visitor, inboxUrl, query } = useServer({ MAIL_RECEIPTS: '3' });

  test('sends the customer one mail a day with the calendar file, besides the office’s', async () => {
    const booking = aBooking({ email: 'customer@example.net' });
    await visitor().from('bookings').insert(booking);
    expect((await send(visitor, 'booking', booking.id)).error).toBeNull();
    const message = aMessage({ email: 'Customer@example.net' });
    await visitor().from('contact_messages').insert(message);
    expect((await send(visitor, 'contact', message.id)).error).toBeNull();
    await expect.poll(async () => (await inboxAt(inboxUrl())).length).toBe(3);
    const mails = await inboxAt(inboxUrl());
    const [receipt] = mails.filter(({ to }) => to === booking.email);
    expect(mails.filter(({ to }) => to === 'office@example.com')).toHaveLength(2);
    expect(receipt?.subject).toBe(`We have your booking request ${referenceOf(booking.id)}`);
    expect(receipt?.attachments).toEqual([
      {
        filename: `booking-${referenceOf(booking.id)}.ics`,
        text: expect.stringContaining(`UID:${booking.id}`) as string,
      },
    ]);
    expect(await query('select state from private.receipts')).toEqual([{ state: 'sent' }]);
  });
});
