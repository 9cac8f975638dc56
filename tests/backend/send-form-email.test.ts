import { describe, expect, test, vi } from 'vitest';
import { bookingField, OPTIONAL_BOOKING_FIELDS } from '../../src/core/domain/booking-fields.ts';
import { referenceOf } from '../../src/core/domain/reference.ts';
import type { Mail, SendMailResult } from '../../supabase/functions/_shared/mail.ts';
import type { PushMessage } from '../../supabase/functions/send-form-email/compose-push.ts';
import { createHandler } from '../../supabase/functions/send-form-email/handler.ts';
import {
  createRecords,
  type Claim,
  type Records,
} from '../../supabase/functions/send-form-email/records.ts';
import { BOOKING, MAIL_COMPANY } from '../support/values.ts';

const ID = '7f1c1a52-5f0e-4d0a-9a55-0c5a3f0a7f11';
const REFERENCE = referenceOf(ID);
const ALERT = '0b8a4d3e-6a52-4b0c-8f7e-2f8f0c1d9e22';
const RECORD = { ...BOOKING, name: 'Ailsa <b>Craig</b>', address: '12 Gauze Street\nPaisley' };
const claimed = (
  record: Record<string, string | null> = RECORD,
  job_title: string | null = null,
): Claim => ({
  outcome: 'claimed',
  alert_id: ALERT,
  attempts: 1,
  bounces: 0,
  record,
  job_title,
});

function setUp({
  claim = claimed(),
  result = { sent: true },
  late = async () => 0,
}: { claim?: Claim; result?: SendMailResult; late?: Records['countLate'] } = {}) {
  const mails: Mail[] = [];
  const finished: [string, SendMailResult][] = [];
  const notified: PushMessage[] = [];
  const ofCrew: string[] = [];
  const records: Records = {
    claim: async () => claim,
    finish: async (alertId, result) => void finished.push([alertId, result]),
    countLate: late,
  };
  const handle = createHandler({
    records,
    transport: async (mail) => {
      mails.push(mail);
      return result;
    },
    to: ['office@example.com'],
    company: MAIL_COMPANY,
    site: () => 'https://www.example.com',
    afterAlert: () => undefined,
    notifyOfCrew: (id) => void ofCrew.push(id),
    notify: (message) => void notified.push(message),
  });
  const ask = (body: unknown, method = 'POST', query = '') =>
    handle(
      new Request(`http://localhost/functions/v1/send-form-email${query}`, {
        method,
        ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
  return { mails, finished, notified, ofCrew, records, ask };
}
const about = (type: string, id: unknown = ID) => ({ type, data: { id } });

test('a report of the crew is a notification and no mail, whether it is known or not', async () => {
  const { ask, mails, ofCrew } = setUp({ claim: { outcome: 'unknown' } });
  expect((await ask(about('crew'))).status).toBe(202);
  expect([mails, ofCrew]).toEqual([[], [ID]]);
});

describe('an alert that was never sent', () => {
  test('is sent, recorded and answered 200', async () => {
    const { ask, mails, finished } = setUp();
    expect((await ask(about('booking'))).status).toBe(200);
    expect(mails).toHaveLength(1);
    expect(finished).toEqual([[ALERT, { sent: true }]]);
  });

  test('is recorded as failed, with the reason, and answered 502 when the provider fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { ask, finished } = setUp({ result: { sent: false, reason: 'down' } });
    expect((await ask(about('booking'))).status).toBe(502);
    expect(finished).toEqual([[ALERT, { sent: false, reason: 'down' }]]);
  });

  test('keeps the provider’s own words for staff, and out of the log', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const words = 'The address office@example.com is not verified.';
    const kept: unknown[] = [];
    const { ask, records } = setUp({ result: { sent: false, reason: 'Refused.', message: words } });
    const stored = createRecords({
      call: async (_name, parameters) => void kept.push(parameters),
      removeFiles: async () => [],
      readFile: async () => null,
    });
    records.finish = stored.finish;
    await ask(about('booking'));
    expect(kept).toEqual([{ _alert_id: ALERT, _sent: false, _reason: `Refused. ${words}` }]);
    expect(JSON.stringify(log.mock.calls)).not.toContain('office@example.com');
  });

  test('is another mail for the provider after a bounce', async () => {
    const { ask, mails } = setUp({ claim: { ...claimed(), bounces: 2 } as Claim });
    await ask(about('booking'));
    expect(mails[0]?.id).toBe(`${ALERT}_2`);
  });

  test('is answered 200 even if the outcome could not be recorded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { ask, records } = setUp();
    records.finish = () => Promise.reject(new Error('gone'));
    expect((await ask(about('booking'))).status).toBe(200);
  });
});

describe('the office’s mail about a booking', () => {
  const textOf = async (changes: Record<string, string>) => {
    const { ask, mails } = setUp({ claim: claimed({ ...RECORD, ...changes }) });
    await ask(about('booking'));
    return mails[0]?.text;
  };

  test.each([
    ...OPTIONAL_BOOKING_FIELDS.flatMap((field) => {
      const { label, name = label, choices = {} } = bookingField(field);
      return Object.entries(choices).map(([value, text]) => [field, value, name, text] as const);
    }),
  ])('names the %s %s as the field %s: %s', async (column, value, label, name) => {
    expect(await textOf({ [column]: value })).toContain(`\n${label}: ${name}\n`);
  });

  test('has no field for a choice that was not made', async () => {
    expect(await textOf({})).not.toMatch(/^(Chosen service|Size|Frequency):/m);
  });
});

describe('devices are notified', () => {
  test('of a booking with its day and time of day, without a name', async () => {
    const { ask, notified } = setUp({
      claim: claimed({ ...RECORD, preferred_date: '2026-12-04', preferred_time: 'morning' }),
    });
    await ask(about('booking'));
    expect(notified).toEqual([
      {
        title: 'New booking',
        body: 'Fri 4 Dec, morning',
        tag: `office-${REFERENCE}`,
        sequence: 0,
        path: `/admin/bookings?q=${REFERENCE}`,
      },
    ]);
  });

  test.each([
    ['job_application', 'New application', '/admin/applications'],
    ['contact', 'New message', '/admin/messages'],
  ])('of %s by its kind alone', async (kind, title, list) => {
    const { ask, notified } = setUp();
    await ask(about(kind));
    expect(notified).toEqual([
      { title, body: '', tag: `office-${REFERENCE}`, sequence: 0, path: `${list}?q=${REFERENCE}` },
    ]);
  });

  test('whatever the mail does', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { ask, notified } = setUp({ result: { sent: false, reason: 'down' } });
    await ask(about('booking'));
    expect(notified).toHaveLength(1);
  });

  test.each([
    ['of an alert that was sent before', { outcome: 'sent' }],
    ['of an alert that another caller sends', { outcome: 'claimed-elsewhere' }],
    ['at a later attempt', { ...claimed(), attempts: 2 } as Claim],
  ] as const)('not again %s', async (_, claim) => {
    const { ask, notified } = setUp({ claim });
    await ask(about('booking'));
    expect(notified).toEqual([]);
  });
});

describe('no mail goes out', () => {
  test.each([
    [200, 'sent'],
    [202, 'claimed-elsewhere'],
    [404, 'unknown'],
  ] as const)('and the answer is %i when the alert is %s', async (status, outcome) => {
    const { ask, mails } = setUp({ claim: { outcome } });
    expect((await ask(about('contact'))).status).toBe(status);
    expect(mails).toEqual([]);
  });

  test.each([
    ['no JSON', 'booking'],
    ['null', null],
    ['an unknown type', about('invoice')],
    ['no id', { type: 'booking', data: {} }],
    ['no data', { type: 'booking' }],
    ['an id that is no UUID', about('booking', '1 or 1=1')],
  ])('and the answer is 400 for %s', async (_, body) => {
    const { ask, mails } = setUp();
    expect((await ask(body)).status).toBe(400);
    expect(mails).toEqual([]);
  });

  test('and the answer is 413 for more than 16 KB', async () => {
    const { ask } = setUp();
    const padded = (bytes: number) => JSON.stringify(about('booking')).padEnd(bytes);
    expect((await ask(padded(16 * 1024))).status).toBe(200);
    expect((await ask(padded(16 * 1024 + 1))).status).toBe(413);
  });

  test('and the answer is 502 when the database does not answer', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { ask, records, mails } = setUp();
    records.claim = () => Promise.reject(new Error('gone'));
    expect((await ask(about('booking'))).status).toBe(502);
    expect(mails).toEqual([]);
  });
});

describe('the mail', () => {
  test('is written from the stored record, not from the request', async () => {
    const { ask, mails } = setUp();
    await ask({
      type: 'booking',
      data: { id: ID, name: 'Somebody Else', email: 'else@example.com' },
    });
    expect(mails[0]?.text).not.toContain('Else');
    expect(mails[0]).toMatchObject({
      id: ALERT,
      from: '"Cart, Side & Sons" <website@example.com>',
      to: ['office@example.com'],
      replyTo: 'ailsa@example.com',
      subject: `New booking ${REFERENCE}, Mon 1 Mar`,
    });
    expect(mails[0]?.text).toContain(
      'Service: Deep Cleaning\nPreferred date: Monday, 1 March 2027\nPreferred time: 8AM-12PM',
    );
  });

  test.each([
    ['booking', `New booking ${REFERENCE}, Mon 1 Mar`, 'bookings'],
    ['job_application', `New job application ${REFERENCE}, Thu 2 Jul`, 'applications'],
    ['contact', `New message ${REFERENCE}, Thu 2 Jul`, 'messages'],
  ])('about a %s has the subject %j and a link to its record', async (type, subject, list) => {
    // 00:30 in Scotland, in summer.
    const record = { ...RECORD, subject: 'Typed', created_at: '2026-07-01T23:30:00+00:00' };
    const { ask, mails } = setUp({ claim: claimed(record, 'Typed') });
    await ask(about(type));
    const link = `https://www.example.com/admin/${list}?q=${REFERENCE}`;
    expect(mails[0]?.subject).toBe(subject);
    expect(mails[0]?.text?.split('\n').slice(-2)).toEqual(['', `Open in the portal: ${link}`]);
    expect(mails[0]?.html).toContain(`<a href="${link}"`);
    expect(mails[0]?.html).toContain('>Open in the portal</a>');
  });

  test('shows markup as text', async () => {
    const { ask, mails } = setUp();
    await ask(about('booking'));
    expect(mails[0]?.html).toContain('Ailsa &lt;b&gt;Craig&lt;/b&gt;');
    expect(mails[0]?.html).not.toContain('<b>');
  });

  const FORGED = ['Hello', 'Phone: 0900 1', 'Reference: AB12', '', 'Name: Nobody'];
  const BREAKS = ['\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085', '\f'];
  const message = (text: string) => ({
    name: 'Ailsa',
    email: 'a@example.com',
    subject: 'A question',
    message: text,
  });

  test.each(BREAKS)(
    'marks every line of a text with %j as line break, so that no line looks like a field',
    async (lineBreak) => {
      const { ask, mails } = setUp({ claim: claimed(message(FORGED.join(lineBreak))) });
      await ask(about('contact'));
      expect(mails[0]?.text).toBe(
        [
          'Name: Ailsa',
          'Email: a@example.com',
          'Subject: A question',
          'Message:',
          ...FORGED.map((line) => `| ${line}`),
          '',
          `Open in the portal: https://www.example.com/admin/messages?q=${REFERENCE}`,
        ].join('\n'),
      );
    },
  );

  test('quotes a text of several lines in its HTML, and no line can end the quote', async () => {
    const { ask, mails } = setUp({
      claim: claimed(
        message(`${FORGED.join('\n')}\n</blockquote></td></tr><tr><th>Phone</th><td>0900 1`),
      ),
    });
    await ask(about('contact'));
    const { html = '' } = mails[0] ?? {};
    expect(html.match(/<th[^>]*>[^<]*/g)?.map((cell) => cell.replace(/.*>/, ''))).toEqual([
      'Name',
      'Email',
      'Subject',
      'Message',
    ]);
    expect(/<blockquote[^>]*>(.*)<\/blockquote>/.exec(html)?.[1]).toContain(
      'Hello<br>Phone: 0900 1<br>Reference: AB12<br><br>Name: Nobody<br>&lt;/blockquote&gt;',
    );
  });

  test.each([
    ["o'neil+1&co/2=3?!#%@xn--bcher-kva.example", "o'neil+1&co/2=3?!#%@xn--bcher-kva.example"],
    ['a..b@example', '"a..b"@example'],
  ])('to %s is answered to %s', async (email, replyTo) => {
    const { ask, mails } = setUp({ claim: claimed({ ...RECORD, email }) });
    await ask(about('booking'));
    expect(mails[0]).toHaveProperty('replyTo', replyTo);
  });

  test.each([
    'ailsa@example.com\r\nBcc: x@example.com',
    'ailsa@example.com\u2028',
    '"ailsa"@example.com',
    `${'a'.repeat(250)}@b.com`,
    'ailsa@example.com, x@example.com',
    'nobody',
  ])('has no Reply-To when the address is %j', async (email) => {
    const { ask, mails } = setUp({ claim: claimed({ ...RECORD, email }) });
    await ask(about('booking'));
    expect(mails[0]).not.toHaveProperty('replyTo');
  });

  test('about an application names the position at that time and links no file', async () => {
    const record = {
      name: 'Ailsa',
      phone: '0141 496 0199',
      email: 'a@example.com',
      cover_letter: 'Hello',
      resume_path: `${ID}.pdf`,
    };
    const { ask, mails } = setUp({ claim: claimed(record, 'Window Cleaner') });
    await ask(about('job_application'));
    expect(mails[0]?.text).toContain('Position: Window Cleaner');
    expect(`${mails[0]?.text}${mails[0]?.html}`).not.toContain(ID);
  });
});

describe('a watcher from outside', () => {
  const watch = async (late: Records['countLate'], method = 'GET', query = '') => {
    const { ask, mails } = setUp({ late });
    const answer = await ask(undefined, method, query);
    expect(mails).toEqual([]);
    return answer.status;
  };

  test('and the schedule are told apart in the heartbeat; nothing else that a caller says is passed on', async () => {
    const callers: unknown[] = [];
    const note = async (...said: unknown[]) => callers.push(...said) * 0;
    await watch(note);
    await watch(note, 'GET', '?by=schedule');
    await watch(note, 'GET', '?by=somebody');
    expect(callers).toEqual(['watcher', 'schedule', 'watcher']);
  });

  test('is answered 200 while no alert is late, by GET and by HEAD', async () => {
    expect(await watch(async () => 0)).toBe(200);
    expect(await watch(async () => 0, 'HEAD')).toBe(200);
  });

  test('is answered 503 when an alert is late, and when the database fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await watch(async () => 1)).toBe(503);
    expect(await watch(() => Promise.reject(new Error('no answer')))).toBe(503);
  });
});
