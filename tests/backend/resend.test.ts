import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createResendTransport } from '../../supabase/functions/_shared/transports/resend.ts';

const MAIL = {
  id: 'alert-1',
  from: 'website@example.com',
  to: ['office@example.com', 'owner@example.com'],
  replyTo: 'a@example.com',
  subject: 'S',
  text: 'T',
  html: 'H',
};
let stop = () => {};
afterEach(() => {
  stop();
  answer = '{}';
});

let answer = '{}';

async function provider(...statuses: number[]) {
  const asked: { headers: IncomingHttpHeaders; body: unknown }[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      asked.push({ headers: request.headers, body: JSON.parse(text) });
      response.writeHead(statuses[asked.length - 1] ?? 500).end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = () => server.close();
  return { asked, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('a mail carries its own id as the idempotency key, and as a tag that its reports repeat', async () => {
  const { asked, baseUrl } = await provider(200);
  expect(await createResendTransport({ apiKey: 'key', baseUrl })(MAIL)).toEqual({ sent: true });
  expect(asked[0]?.headers).toMatchObject({
    'idempotency-key': 'alert-1',
    authorization: 'Bearer key',
  });
  expect(asked[0]?.body).toEqual({
    from: MAIL.from,
    to: MAIL.to,
    reply_to: MAIL.replyTo,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'DR, RN, NRN, OOF, AutoReply',
    },
    subject: 'S',
    text: 'T',
    html: 'H',
    tags: [{ name: 'mail_id', value: 'alert-1' }],
  });
});

test('an attachment goes out in base64, with its name and media type', async () => {
  const { asked, baseUrl } = await provider(200);
  const attachments = [
    { filename: 'a.ics', content: 'BEGIN:Zoë\r\n', contentType: 'text/calendar' },
  ];
  await createResendTransport({ apiKey: 'key', baseUrl })({ ...MAIL, attachments });
  expect(asked[0]?.body).toMatchObject({
    attachments: [
      { filename: 'a.ics', content: 'QkVHSU46Wm/Dqw0K', content_type: 'text/calendar' },
    ],
  });
});

test('a refusal of the provider is a failure', async () => {
  const { baseUrl } = await provider(429);
  expect(await createResendTransport({ apiKey: 'key', baseUrl })(MAIL)).toEqual({
    sent: false,
    reason: 'The provider answered 429.',
  });
});

test('a refusal comes with the provider’s own words', async () => {
  const { baseUrl } = await provider(403);
  answer = JSON.stringify({ name: 'validation_error', message: 'The domain is not verified.' });
  expect(await createResendTransport({ apiKey: 'key', baseUrl })(MAIL)).toEqual({
    sent: false,
    reason: 'The provider answered 403.',
    message: 'The domain is not verified.',
  });
});

test.each(['no JSON', '[]', 'null', '{"message":1}', `{"message":"${'x'.repeat(20_000)}"}`])(
  'a refusal is a failure with any body: %.20s',
  async (body) => {
    const { baseUrl } = await provider(500);
    answer = body;
    expect(await createResendTransport({ apiKey: 'key', baseUrl })(MAIL)).toEqual({
      sent: false,
      reason: 'The provider answered 500.',
    });
  },
);

test.each([400, 422])(
  'a mail whose fields are refused with %i is sent without its Reply-To, under another key',
  async (status) => {
    const { asked, baseUrl } = await provider(status, 200);
    expect(await createResendTransport({ apiKey: 'key', baseUrl })(MAIL)).toEqual({ sent: true });
    expect(asked.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'alert-1',
      'alert-1/no-reply-to',
    ]);
    expect(asked[1]?.body).not.toHaveProperty('reply_to');
    expect(asked[1]?.body).toMatchObject({ to: MAIL.to, text: 'T' });
  },
);

test('a mail that is refused even without a Reply-To is a failure', async () => {
  const { asked, baseUrl } = await provider(422, 422);
  expect(await createResendTransport({ apiKey: 'key', baseUrl })(MAIL)).toEqual({
    sent: false,
    isRefusal: true,
    reason: 'The provider answered 422.',
  });
  expect(asked).toHaveLength(2);
});

test('a provider that cannot be reached is a failure', async () => {
  const { baseUrl } = await provider(200);
  stop();
  expect((await createResendTransport({ apiKey: 'key', baseUrl })(MAIL)).sent).toBe(false);
});

test.each([400, 422])('the answer %i says that the provider takes no such mail', async (status) => {
  const { baseUrl } = await provider(status, status);
  expect(await createResendTransport({ apiKey: 'key', baseUrl })(MAIL)).toMatchObject({
    sent: false,
    isRefusal: true,
  });
});
