import { createHmac } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { referenceOf } from '../../src/core/domain/reference.ts';
import { PATHS } from '../../supabase/local/project-paths.ts';
import { mintVapidKeys } from '../../supabase/local/vapid-keys.ts';
import { aBooking, aMessage } from '../support/records.ts';
import { useServer } from '../backend/support/use-server.ts';
import { startProvider, type Provider } from './provider.ts';
import { deploy, LOCAL_PACKAGES, runDeno, type Deployed } from './run-deno.ts';

const FOLDER = path.join(PATHS.root, 'supabase/functions');
const NAMES = readdirSync(FOLDER).filter((name) => !name.startsWith('_'));

describe('the functions', () => {
  test.each(NAMES)('Deno finds no type error in %s', async (name) => {
    expect(
      await runDeno('check', ...LOCAL_PACKAGES, '--no-lock', `supabase/functions/${name}/index.ts`),
    ).toMatchObject({ code: 0 });
  });

  test('Deno’s lint finds nothing in them', async () => {
    expect(await runDeno('lint', 'supabase/functions')).toMatchObject({ code: 0 });
  });
});

/** Runs Deno's own tests, which print TAP, and reports each as a test here. */
const tested = await runDeno(
  'test',
  '--no-prompt',
  '--cached-only',
  ...LOCAL_PACKAGES,
  '--config=supabase/functions/send-form-email/deno.json',
  '--no-lock',
  '--reporter=tap',
  'tests/deno/runtime.ts',
);
const results = [...tested.output.matchAll(/^(ok|not ok) \d+ - (.*)$/gm)].map(
  ([, result = '', name = '']) => ({ result, name }),
);

describe('under Deno', () => {
  test('Deno’s own tests ran', () => {
    expect([tested.code, results.length > 0], tested.output).toEqual([0, true]);
  });

  test.each(results)('$name', ({ result }) => {
    expect(result, tested.output).toBe('ok');
  });
});

describe('send-form-email as it is deployed', () => {
  const { visitor, query, secretKey, url } = useServer();
  let provider: Provider;
  let deployed: Deployed;
  const secrets = () => ({
    SUPABASE_URL: url(),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: secretKey() }),
    RESEND_API_KEY: 're_test',
    MAIL_TO: 'office@example.com',
    MAIL_FROM: 'website@example.com',
    MAIL_RECEIPTS: '0',
    SITE_URL: 'https://www.example.com',
    RESEND_BASE_URL: provider.url,
  });

  beforeAll(async () => {
    provider = await startProvider();
    deployed = await deploy('send-form-email', secrets());
  });
  beforeEach(() => {
    provider.behaviour = 200;
    provider.asked = [];
  });
  afterAll(async () => {
    await deployed.stop();
    await provider.close();
  });

  const post = (body: string) => fetch(deployed.url, { method: 'POST', body });
  const ask = async (id: string, type = 'booking') =>
    (await post(JSON.stringify({ type, data: { id } }))).status;
  const stateOf = async (id: string) =>
    (
      await query<{ state: string }>('select state from public.alerts where record_id = $1', [id])
    )[0]?.state;
  async function book() {
    const booking = aBooking();
    const { error } = await visitor().from('bookings').insert(booking);
    if (error) throw error;
    return booking.id;
  }

  test('sends one mail to the office, with the alert’s id, and answers 200 now and later', async () => {
    const id = await book();
    expect([await ask(id), await ask(id)]).toEqual([200, 200]);
    const [alert] = await query<{ id: string }>(
      'select id from public.alerts where record_id = $1',
      [id],
    );
    expect(provider.asked).toMatchObject([
      {
        headers: { 'idempotency-key': alert?.id, authorization: 'Bearer re_test' },
        body: {
          to: ['office@example.com'],
          subject: expect.stringMatching(`^New booking ${referenceOf(id)}, `),
        },
      },
    ]);
    expect(await stateOf(id)).toBe('sent');
  });

  test('sends one mail for 30 concurrent calls', async () => {
    const message = aMessage();
    await visitor().from('contact_messages').insert(message);
    const statuses = await Promise.all(
      Array.from({ length: 30 }, () => ask(message.id, 'contact')),
    );
    expect(provider.asked).toHaveLength(1);
    expect(statuses.filter((status) => status !== 200 && status !== 202)).toEqual([]);
  });

  test('answers 404 for an unknown record, 400 for a bad request, 413 for a long one, 405 for PUT, 200 for a watcher, and allows other origins', async () => {
    expect(await ask(crypto.randomUUID())).toBe(404);
    expect((await post('booking')).status).toBe(400);
    expect((await post('x'.repeat(16 * 1024 + 1))).status).toBe(413);
    expect((await fetch(deployed.url, { method: 'PUT' })).status).toBe(405);
    expect((await fetch(deployed.url)).status).toBe(200);
    expect(
      (await fetch(deployed.url, { method: 'OPTIONS' })).headers.get('access-control-allow-origin'),
    ).toBe('*');
    expect(provider.asked).toEqual([]);
  });

  test.each([500, 'cut'] as const)(
    'answers 502 when the provider does %s, marks the alert, and sends it under the same id after its backoff',
    async (behaviour) => {
      const id = await book();
      provider.behaviour = behaviour;
      expect(await ask(id)).toBe(502);
      expect(await stateOf(id)).toBe('failed');
      const before = provider.asked.map(({ headers }) => headers['idempotency-key']);
      provider.behaviour = 200;
      expect(await ask(id)).toBe(202);
      await query(
        `update public.alerts set claimed_at = claimed_at - interval '5 minutes' where record_id = $1`,
        [id],
      );
      expect(await ask(id)).toBe(200);
      expect(provider.asked.at(-1)?.headers['idempotency-key']).toBe(before[0]);
      expect(await stateOf(id)).toBe('sent');
    },
  );

  test('answers 502 when the provider never answers', async () => {
    const id = await book();
    provider.behaviour = 'hang';
    expect(await ask(id)).toBe(502);
    expect(await stateOf(id)).toBe('failed');
    provider.release();
  });

  test('does not start without its secrets, and names them without values', async () => {
    const started = deploy('send-form-email', { ...secrets(), MAIL_TO: '' });
    await expect(started).rejects.toThrow('MAIL_TO is missing.');
    await started.catch((error: Error) => expect(error.message).not.toContain(secretKey()));
  });
});

describe('push-key as it is deployed', () => {
  const keys = mintVapidKeys();
  const told = async (env: Record<string, string>) => {
    const { url, stop } = await deploy('push-key', env);
    try {
      return await (await fetch(url)).json();
    } finally {
      await stop();
    }
  };

  test('returns the public key, and null where web push is not set up', async () => {
    const { publicKey, privateKey } = keys;
    expect(await told({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey })).toEqual({
      key: publicKey,
    });
    expect(await told({})).toEqual({ key: null });
  });
});

describe('remove-unclaimed-resumes as it is deployed', () => {
  const { visitor, query, secretKey, url } = useServer();

  test('removes yesterday’s unclaimed résumé, and keeps a recent one', async () => {
    const [old, young] = [crypto.randomUUID(), crypto.randomUUID()].map((id) => `${id}.pdf`) as [
      string,
      string,
    ];
    for (const name of [old, young])
      await visitor()
        .storage.from('resumes')
        .upload(name, new Blob(['%PDF-1.7'], { type: 'application/pdf' }));
    await query(
      `update storage.objects set created_at = now() - interval '1 day' where name = $1`,
      [old],
    );
    const deployed = await deploy('remove-unclaimed-resumes', {
      SUPABASE_URL: url(),
      SUPABASE_SERVICE_ROLE_KEY: secretKey(),
    });
    try {
      expect((await fetch(deployed.url)).status).toBe(405);
      expect(await (await fetch(deployed.url, { method: 'POST', body: '{}' })).json()).toEqual({
        status: 'done',
      });
    } finally {
      await deployed.stop();
    }
    expect(await query(`select name from storage.objects where bucket_id = 'resumes'`)).toEqual([
      { name: young },
    ]);
  });
});

describe('mail-events as it is deployed', () => {
  const { visitor, query, secretKey, url } = useServer();
  const KEY = Buffer.from('a secret of the webhook');
  let deployed: Deployed;

  beforeAll(async () => {
    const secret = `whsec_${KEY.toString('base64')}`;
    deployed = await deploy('mail-events', {
      SUPABASE_URL: url(),
      SUPABASE_SERVICE_ROLE_KEY: secretKey(),
      RESEND_WEBHOOK_SECRET: secret,
    });
  });
  afterAll(() => deployed.stop());

  /** Sends an event as the provider would, signed with `key`. */
  async function send(event: unknown, key = KEY) {
    const body = JSON.stringify(event);
    const at = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', key).update(`msg_1.${at}.${body}`).digest('base64');
    const response = await fetch(deployed.url, {
      method: 'POST',
      body,
      headers: {
        'svix-id': 'msg_1',
        'svix-timestamp': String(at),
        'svix-signature': `v1,${signature}`,
      },
    });
    return [response.status, await response.json()] as unknown;
  }
  const eventOf = (mailId: string, type = 'email.bounced') => ({
    type,
    data: { tags: { mail_id: mailId }, bounce: { message: 'The mailbox is full.' } },
  });

  async function alert() {
    const booking = aBooking();
    await visitor().from('bookings').insert(booking);
    const [row] = await query<{ id: string }>(
      `update public.alerts set state = 'sent', attempts = 1 where record_id = $1 returning id`,
      [booking.id],
    );
    return row?.id ?? '';
  }
  const stateOf = async (id: string) =>
    (await query('select state, bounces, reason from public.alerts where id = $1', [id]))[0];

  test('marks the alert whose mail bounced, and marks it once', async () => {
    const id = await alert();
    expect(await send(eventOf(id))).toEqual([200, { status: 'marked' }]);
    const bounced = { state: 'failed', bounces: 1, reason: 'Bounced: The mailbox is full.' };
    expect(await stateOf(id)).toEqual(bounced);
    expect(await send(eventOf(id))).toEqual([200, { status: 'nothing to do' }]);
    expect(await stateOf(id)).toEqual(bounced);
  });

  test('answers 401 for a wrong signature or none, 405 for GET, 413 over 64 KB, and changes nothing', async () => {
    const id = await alert();
    expect(await send(eventOf(id), Buffer.from('another'))).toMatchObject([401, {}]);
    expect(
      (await fetch(deployed.url, { method: 'POST', body: JSON.stringify(eventOf(id)) })).status,
    ).toBe(401);
    expect((await fetch(deployed.url)).status).toBe(405);
    expect(await send({ ...eventOf(id), more: 'x'.repeat(64 * 1024) })).toMatchObject([413, {}]);
    expect(await stateOf(id)).toEqual({ state: 'sent', bounces: 0, reason: null });
  });

  test('does not start with an invalid secret', async () => {
    const env = {
      SUPABASE_URL: url(),
      SUPABASE_SERVICE_ROLE_KEY: secretKey(),
      RESEND_WEBHOOK_SECRET: 'whsec_',
    };
    await expect(deploy('mail-events', env)).rejects.toThrow('RESEND_WEBHOOK_SECRET is malformed');
  });
});
