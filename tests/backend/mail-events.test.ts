import { createHmac } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { createHandler } from '../../supabase/functions/mail-events/handler.ts';
import { createSignatureCheck } from '../../supabase/functions/mail-events/signature.ts';
import { mailIdOf, receiptMailId } from '../../supabase/functions/_shared/mail-id.ts';
import type { ProjectApi } from '../../supabase/functions/_shared/project-api.ts';
import { aBooking } from '../support/records.ts';
import { useServer } from './support/use-server.ts';

const KEY = Buffer.from('a secret of the webhook');
const SECRET = `whsec_${KEY.toString('base64')}`;
const ALERT = '0b8a4d3e-6a52-4b0c-8f7e-2f8f0c1d9e22';

const now = () => Math.floor(Date.now() / 1000);
const sign = (body: string, { id = 'msg_1', at = now(), key = KEY } = {}) => ({
  'svix-id': id,
  'svix-timestamp': String(at),
  'svix-signature': `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`,
});
const bounceOf = (mailId: string, message = 'The mailbox is full.') => ({
  type: 'email.bounced',
  created_at: new Date().toISOString(),
  data: {
    email_id: 're_1',
    to: ['office@example.com'],
    tags: { mail_id: mailId },
    bounce: { message, type: 'Permanent', subType: 'General' },
  },
});

describe('an event', () => {
  const calls: unknown[] = [];
  const project = {
    call: async (name: string, parameters: unknown) => (calls.push([name, parameters]), true),
  } as unknown as ProjectApi;
  const handle = createHandler(project, createSignatureCheck(SECRET));
  const send = async (
    body: string,
    headers: Record<string, string> = sign(body),
    method = 'POST',
  ) => {
    calls.length = 0;
    return (
      await handle(
        new Request('http://localhost/', {
          method,
          headers,
          ...(method === 'POST' ? { body } : {}),
        }),
      )
    ).status;
  };
  const BODY = JSON.stringify(bounceOf(ALERT));

  test('with a signature marks the alert, with the reason', async () => {
    expect(await send(BODY)).toBe(200);
    expect(calls).toEqual([
      ['bounce_alert', { _alert_id: ALERT, _bounces: 0, _reason: 'Bounced: The mailbox is full.' }],
    ]);
  });

  test.each([
    ['of another secret', sign(BODY, { key: Buffer.from('another') })],
    ['of another body', sign(`${BODY} `)],
    ['of another id', { ...sign(BODY), 'svix-id': 'msg_2' }],
    ['six minutes old', sign(BODY, { at: now() - 360 })],
    ['six minutes ahead', sign(BODY, { at: now() + 360 })],
    [
      'of another version',
      { ...sign(BODY), 'svix-signature': sign(BODY)['svix-signature'].replace('v1,', 'v2,') },
    ],
    ['that is no base64', { ...sign(BODY), 'svix-signature': 'v1,%%%' }],
    ['without a time', { ...sign(BODY), 'svix-timestamp': '' }],
    ['that is missing', {}],
  ])('with a signature %s is answered 401 and changes nothing', async (_, headers) => {
    expect(await send(BODY, headers)).toBe(401);
    expect(calls).toEqual([]);
  });

  test('is accepted with one right signature among several, while a secret is being replaced', async () => {
    const { 'svix-signature': right, ...headers } = sign(BODY);
    expect(await send(BODY, { ...headers, 'svix-signature': `v1,AAAA ${right}` })).toBe(200);
    expect(calls).toHaveLength(1);
  });

  test.each([
    ['of another kind', JSON.stringify({ ...bounceOf(ALERT), type: 'email.delivered' })],
    ['about a mail that is not ours', JSON.stringify(bounceOf('welcome'))],
    ['without tags', JSON.stringify({ type: 'email.bounced', data: {} })],
    ['that is no JSON', 'bounced'],
    ['that is null', 'null'],
  ])('%s is answered 200 and changes nothing', async (_, body) => {
    expect(await send(body)).toBe(200);
    expect(calls).toEqual([]);
  });

  test('finds the mail by a list of tags too, and a failure before it was sent', async () => {
    const event = {
      type: 'email.failed',
      data: {
        tags: [{ name: 'mail_id', value: mailIdOf(ALERT, 3) }],
        failed: { reason: 'reached_daily_quota' },
      },
    };
    await send(JSON.stringify(event));
    expect(calls).toEqual([
      ['bounce_alert', { _alert_id: ALERT, _bounces: 3, _reason: 'Failed: reached_daily_quota' }],
    ]);
  });

  const about = (type: string, mailId: string) =>
    JSON.stringify({ type, data: { tags: { mail_id: mailId } } });

  test.each([
    ['email.bounced', 'Bounced: the provider gave no reason.', true],
    ['email.suppressed', 'Suppressed: the provider gave no reason.', true],
    ['email.complained', null, true],
    ['email.failed', 'Failed: the provider gave no reason.', false],
  ])(
    'of the kind %s about a customer’s mail says why it did not arrive, and whether its address gets another',
    async (type, undelivered, unwanted) => {
      expect(await send(about(type, receiptMailId(ALERT)))).toBe(200);
      expect(calls).toEqual([
        [
          'suppress_receipts',
          { _receipt_id: ALERT, _undelivered: undelivered, _unwanted: unwanted },
        ],
      ]);
    },
  );

  test('a complaint of the office, or a report about a mail that is not ours, changes nothing', async () => {
    for (const body of [
      about('email.delivered', receiptMailId(ALERT)),
      about('email.complained', ALERT),
      about('email.bounced', `receipt_${ALERT}_1`),
    ]) {
      expect(await send(body)).toBe(200);
      expect(calls).toEqual([]);
    }
  });

  test('stores its reason as one line of limited length', async () => {
    await send(JSON.stringify(bounceOf(ALERT, `550\r\n\u202e${'x'.repeat(1000)}`)));
    const [[, { _reason: reason }]] = calls as [[string, { _reason: string }]];
    expect(reason).toMatch(/^Bounced: 550 x{200,}$/);
    expect(reason.length).toBeLessThanOrEqual(300);
  });

  test('over 64 KB is answered 413, and another method 405', async () => {
    expect(await send('x'.repeat(64 * 1024 + 1))).toBe(413);
    expect(await send('', {}, 'GET')).toBe(405);
  });

  test('is answered 502, so that the provider repeats it, when the database does not answer', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const handler = createHandler(
      { call: () => Promise.reject(new Error('gone')) } as unknown as ProjectApi,
      createSignatureCheck(SECRET),
    );
    expect(
      (
        await handler(
          new Request('http://localhost/', { method: 'POST', body: BODY, headers: sign(BODY) }),
        )
      ).status,
    ).toBe(502);
  });

  test.each(['secret', 'whsec_', 'whsec_%%%'])('is not read with a secret like %s', (secret) => {
    expect(() => createSignatureCheck(secret)).toThrow('RESEND_WEBHOOK_SECRET is malformed');
  });
});

describe('an alert that bounced', () => {
  const { visitor, administrator, query, url, inboxUrl } = useServer({
    MAIL_RECEIPTS: '0',
    RESEND_WEBHOOK_SECRET: SECRET,
  });
  const post = async (event: unknown, path = 'mail-events') => {
    const body = JSON.stringify(event);
    return (
      await fetch(`${url()}/functions/v1/${path}`, { method: 'POST', body, headers: sign(body) })
    ).json() as Promise<unknown>;
  };
  const alertOf = async (id: string) =>
    (
      await query<{ id: string; state: string; reason: string | null }>(
        'select id, state, reason from alerts where record_id = $1',
        [id],
      )
    )[0];
  const sendAlert = (id: string) =>
    visitor().functions.invoke('send-form-email', { body: { type: 'booking', data: { id } } });

  test('is marked, and sent as another mail once staff release it', async () => {
    const { id } = aBooking();
    await visitor().from('bookings').insert(aBooking({ id }));
    await sendAlert(id);
    const alert = await alertOf(id);
    expect(await post(bounceOf(alert?.id ?? ''))).toEqual({ status: 'marked' });
    expect(await alertOf(id)).toMatchObject({
      state: 'failed',
      reason: 'Bounced: The mailbox is full.',
    });

    const admin = await administrator();
    await admin.rpc('release_alert', { _kind: 'booking', _id: id });
    expect((await sendAlert(id)).error).toBeNull();
    const mails = (await (await fetch(`${inboxUrl()}/api/messages`)).json()) as {
      messageId: string;
    }[];
    expect(mails.map(({ messageId }) => messageId)).toEqual([
      `<${alert?.id}_1@example.com>`,
      `<${alert?.id}@example.com>`,
    ]);
    expect(await post(bounceOf(`${alert?.id}_1`))).toEqual({ status: 'marked' });
  });

  test('is not served under another name', async () => {
    expect(await post({}, 'constructor')).toEqual({ error: 'There is no such function.' });
  });
});

describe('a server without the secret', () => {
  const { url } = useServer();

  test('does not serve the function', async () => {
    expect(
      (await fetch(`${url()}/functions/v1/mail-events`, { method: 'POST', body: '{}' })).status,
    ).toBe(404);
  });
});
