import { describe, expect, test, vi } from 'vitest';
import { calendarFile } from '../../src/core/domain/calendar-file.ts';
import { SERVICE_TYPES, PREFERRED_TIMES } from '../../src/core/domain/booking-choices.ts';
import { referenceOf } from '../../src/core/domain/reference.ts';
import { calendarUid } from '../../src/core/server/calendar-uid.ts';
import { KIND_TEXTS } from '../../src/site/forms/kind-texts.ts';
import type { Mail, SendMailResult } from '../../supabase/functions/_shared/mail.ts';
import { readMailLimit } from '../../supabase/functions/_shared/mail-limit.ts';
import { readReceiptLimit } from '../../supabase/functions/_shared/receipt-limit.ts';
import { calendarOf } from '../../supabase/functions/send-form-email/calendar.ts';
import { KINDS, type Kind } from '../../supabase/functions/send-form-email/compose.ts';
import { composeReceipt } from '../../supabase/functions/send-form-email/compose-receipt.ts';
import { createHandler } from '../../supabase/functions/send-form-email/handler.ts';
import type { ProjectApi } from '../../supabase/functions/_shared/project-api.ts';
import {
  createReceipts,
  type PushClaim,
  type ReceiptClaim,
} from '../../supabase/functions/send-form-email/records.ts';
import { createAnswerPushSender } from '../../supabase/functions/send-form-email/send-answer-push.ts';
import { createReceiptSender } from '../../supabase/functions/send-form-email/send-receipt.ts';
import { aMailedEvent } from '../support/mailed-event.ts';
import { MAIL_COMPANY as COMPANY } from '../support/values.ts';
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
  composeReceipt({ kind, id: ID, record: RECORD, jobTitle }, SITE, COMPANY);

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
        claim: async (kind, id, { perDay, reminders }) => (
          asked.push([kind, id, perDay, reminders]),
          claim
        ),
        finish: async (...outcome) => void finished.push(outcome),
      },
      transport: async (mail) => (mails.push(mail), result),
      to: ['office@example.com', 'owner@example.com'],
      company: COMPANY,
      site: () => SITE,
      perDay: 50,
      reminders: false,
      dailyLimit: 100,
    });
    return { send, mails, finished, asked };
  }

  test('sends one to the customer, under the receipt’s id, with replies to the office', async () => {
    const { send, mails, finished, asked } = setUp();
    await send('booking', ID);
    expect(asked).toEqual([['booking', ID, 50, false]]);
    expect(mails).toMatchObject([
      {
        id: `receipt_${RECEIPT}`,
        to: ['ailsa@example.com'],
        from: '"Cart, Side & Sons" <website@example.com>',
        replyTo: 'office@example.com',
      },
    ]);
    expect(finished).toEqual([[RECEIPT, { sent: true }]]);
  });

  test('sends none when none is due', async () => {
    const { send, mails, finished } = setUp({ claim: null });
    await send('booking', ID);
    expect([mails, finished]).toEqual([[], []]);
  });

  test('records a failure, and keeps the provider’s own words out of the log', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const result = {
      sent: false,
      isRefusal: true,
      reason: 'Refused.',
      message: 'ailsa@example.com is unknown.',
    } as const;
    const { send, finished } = setUp({ result });
    await send('booking', ID);
    expect(finished).toEqual([[RECEIPT, result]]);
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

describe('the records of what became of a mail', () => {
  test.each([
    [{ sent: true }, { _sent: true, _refused: false, _detail: null }],
    [
      { sent: false, isRefusal: true, reason: 'The provider answered 422.', message: 'No `to`.' },
      { _sent: false, _refused: true, _detail: 'The provider answered 422. No `to`.' },
    ],
    [
      { sent: false, reason: 'The provider did not answer.' },
      { _sent: false, _refused: false, _detail: 'The provider did not answer.' },
    ],
  ] as const)('store %o', async (result, parameters) => {
    const calls: unknown[] = [];
    const call = async (...asked: unknown[]) => void calls.push(asked);
    await createReceipts({ call } as unknown as ProjectApi).finish(RECEIPT, result);
    expect(calls).toEqual([['finish_receipt', { _receipt_id: RECEIPT, ...parameters }]]);
  });
});

describe('the sender of notifications about answers', () => {
  const event = aMailedEvent({ id: 'an event', kind: 'declined', was_confirmed: false });
  const setUp = (
    claim: PushClaim | null,
    notify: Parameters<typeof createAnswerPushSender>[0]['notify'],
  ) => {
    const finished: unknown[] = [];
    const asked: unknown[] = [];
    const send = createAnswerPushSender({
      pushes: {
        claim: async (...submission) => (asked.push(submission), claim),
        finish: async (...outcome) => void finished.push(outcome),
      },
      notify,
      reminders: true,
    });
    return { send, finished, asked };
  };

  test.each(['sent', 'service', 'no-device'] as const)('records %s', async (result) => {
    const notify = vi.fn(async () => result);
    const { send, finished, asked } = setUp({ record: RECORD, event }, notify);
    await send(ID);
    expect(asked).toEqual([[ID, true]]);
    expect(notify).toHaveBeenCalledWith(
      ID,
      expect.objectContaining({ title: 'We can’t take your booking' }),
    );
    expect(finished).toEqual([['an event', result]]);
  });

  test('records that web push is not set up', async () => {
    const { send, finished } = setUp({ record: RECORD, event }, null);
    await send(ID);
    expect(finished).toEqual([['an event', 'off']]);
  });

  test('sends none when none is due', async () => {
    const notify = vi.fn();
    const { send, finished } = setUp(null, notify);
    await send(ID);
    expect([notify.mock.calls, finished]).toEqual([[], []]);
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
      company: COMPANY,
      site: () => SITE,
      afterAlert,
      notifyOfCrew: () => undefined,
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
  ] as const)('about a %s says so, with its reference', async (kind, heading, labels) => {
    const { subject, text, html } = await receiptOf(
      kind,
      kind === 'job_application' ? 'Cleaner' : null,
    );
    expect(subject).toBe(`${heading} ${referenceOf(ID)}`);
    const [first, rows = ''] = text.split('\n\n');
    expect(first).toBe(heading);
    expect(rows.split('\n').map((row) => row.replace(/:.*/, ''))).toEqual(labels);
    for (const part of [heading, referenceOf(ID), `${SITE}/contact`]) expect(html).toContain(part);
    expect(text.includes(`${SITE}/requests#${ID}`)).toBe(kind === 'booking');
  });

  test.each(KINDS)('about a %s makes the site’s promises', async (kind) => {
    expect((await receiptOf(kind)).text).toContain(`We’ll ${KIND_TEXTS[kind].reply('', {})}`);
  });

  test.each(Object.keys(SERVICE_TYPES) as (keyof typeof SERVICE_TYPES)[])(
    'about a booking names the service %s as in the form',
    async (service) => {
      const record = { ...RECORD, service_type: service };
      const { text } = await composeReceipt(
        { kind: 'booking', id: ID, record, jobTitle: null },
        SITE,
        COMPANY,
      );
      expect(text).toContain(`Service: ${SERVICE_TYPES[service]}`);
      expect(text).toContain('Day: Monday, 1 March 2027\nTime: ');
    },
  );

  test.each([
    ['2027-02-03', 'We’ll call you to confirm the day', true],
    ['2027-02-02', 'We’ll call you to confirm the day', true],
    ['2027-02-01', 'The day had passed when your request reached us', false],
  ])(
    'about a booking for %s that came on 2 February in London says: %s',
    async (preferred_date, next, hasFile) => {
      const record = { ...RECORD, created_at: '2027-02-02T00:30:00+00:00', preferred_date };
      const receipt = { kind: 'booking', id: ID, record, jobTitle: null } as const;
      const mail = await composeReceipt(receipt, SITE, COMPANY);
      expect(mail.text).toContain(next);
      expect(mail.text.includes('puts the visit into your calendar')).toBe(hasFile);
      expect(mail.attachments?.length ?? 0).toBe(hasFile ? 1 : 0);
    },
  );

  test('names the company, its phone number and its contact page', async () => {
    const { text } = await receiptOf('contact');
    expect(text).toContain(`${COMPANY.name}, ${COMPANY.phone}\nContact us: ${SITE}/contact`);
    expect(text).toContain(`reply to this email or call us on ${COMPANY.phone}.`);
    expect(text).toContain(`This email from ${COMPANY.name} (www.example.com) went to you`);
  });

  test('from an address without a name names the site, and leads to its phone number', async () => {
    const company = { name: '', address: 'website@example.com', phone: '' };
    const receipt = { kind: 'booking', id: ID, record: RECORD, jobTitle: null } as const;
    const { text, attachments } = await composeReceipt(receipt, SITE, company);
    expect(text).toContain('Our phone number is on our contact page.');
    expect(text).toContain(`\n\nContact us: ${SITE}/contact\n\nThis email from www.example.com `);
    expect(attachments?.[0]?.content).toContain('\r\nORGANIZER:mailto:website@example.com\r\n');
    expect(attachments?.[0]?.content).toContain(`Reference ${referenceOf(ID)}\r\n`);
  });

  test('about a booking has a file whose lines are short, also with a long name', async () => {
    const company = { ...COMPANY, name: 'Größe '.repeat(10).trim() };
    const receipt = { kind: 'booking', id: ID, record: RECORD, jobTitle: null } as const;
    const { attachments } = await composeReceipt(receipt, SITE, company);
    const file = attachments?.[0]?.content ?? '';
    for (const line of file.split('\r\n'))
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(file.replaceAll('\r\n ', '')).toContain(`CN="${company.name}":mailto:`);
  });

  test('about anything but a booking has no file', async () => {
    expect(await receiptOf('contact')).not.toHaveProperty('attachments');
    expect(await receiptOf('job_application')).not.toHaveProperty('attachments');
    expect((await receiptOf('booking')).attachments?.[0]?.filename).toBe(
      `booking-${referenceOf(ID)}.ics`,
    );
  });

  test.each(Object.keys(PREFERRED_TIMES))(
    'puts a visit in the %s into a calendar as the site’s own file does, with a method and an organizer',
    async (slot) => {
      const own = calendarFile(
        [
          {
            uid: await calendarUid(ID),
            day: RECORD.preferred_date,
            slot,
            title: `${SERVICE_TYPES.specialized} (requested)`,
            address: '',
            description: `We confirm the day and the price by phone.\nReference ${referenceOf(ID)}\n${COMPANY.name}, ${COMPANY.phone}`,
            status: 'tentative',
            sequence: 0,
          },
        ],
        new Date(RECORD.created_at),
      );
      const mailed = await calendarOf(
        [{ id: ID, day: RECORD.preferred_date, slot, status: 'tentative', sequence: 0 }],
        {
          service: SERVICE_TYPES.specialized,
          reference: referenceOf(ID),
          made: RECORD.created_at,
          company: COMPANY,
        },
      );
      expect(mailed).toContain('\r\nMETHOD:PUBLISH\r\n');
      expect(mailed.replace('METHOD:PUBLISH\r\n', '').replace(/ORGANIZER.*\r\n/, '')).toBe(own);
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
        text: expect.stringContaining(`UID:${await calendarUid(booking.id)}`) as string,
      },
    ]);
    expect(await query('select state from private.receipts')).toEqual([{ state: 'sent' }]);
  });
});

test.each([
  [undefined, null],
  ['', null],
  ['100', 100],
  ['999999', 999_999],
  ['0', 'malformed'],
  ['1000000', 'malformed'],
  ['a hundred', 'malformed'],
])('MAIL_DAILY_LIMIT %j is read as %j', (text, limit) => {
  expect(readMailLimit(text)).toBe(limit);
});

test('the database learns the number of mailboxes and the provider’s limit with each claim', async () => {
  const parameters: unknown[] = [];
  const call = async (_name: string, given: unknown) => (parameters.push(given), null);
  await createReceipts({ call } as unknown as ProjectApi).claim('booking', ID, {
    perDay: 50,
    reminders: true,
    to: ['office@example.com', 'owner@example.com'],
    dailyLimit: 100,
  });
  expect(parameters).toMatchObject([{ _mailboxes: 2, _daily_limit: 100 }]);
});
