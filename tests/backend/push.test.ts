import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readPush } from '../../src/core/domain/push-message.ts';
import { notifyRequest, stopNotifying } from '../../src/core/server/request-push.ts';
import { createPushKeyHandler } from '../../supabase/functions/push-key/handler.ts';
import type { ProjectApi } from '../../supabase/functions/_shared/project-api.ts';
import { readVapidKeys } from '../../supabase/functions/_shared/vapid.ts';
import {
  composeAnswerPush,
  composePush,
} from '../../supabase/functions/send-form-email/compose-push.ts';
import { createPush } from '../../supabase/functions/send-form-email/push.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { PATHS } from '../../supabase/local/project-paths.ts';
import { mintVapidKeys } from '../../supabase/local/vapid-keys.ts';
import { createSubscription, readVapid, type Subscription } from '../support/push-service.ts';
import { aBooking } from '../support/records.ts';
import { backendOf } from './support/admin-backend.ts';
import { useServer } from './support/use-server.ts';

const KEYS = mintVapidKeys();
const MESSAGE = {
  title: 'New booking',
  body: 'Fri 4 Dec, morning',
  tag: 'new-1',
  path: '/admin/bookings?q=0000-0000',
};
const ENDPOINT = 'https://push.example.com/send/1';

let log: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

interface Sent {
  url: string;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
}

/** A push service that answers each endpoint with a status, or cuts the connection. */
function pushService(statuses: Record<string, number | 'cut'> = {}) {
  const sent: Sent[] = [];
  const serve: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    sent.push({
      url: request.url,
      headers: request.headers,
      body: new Uint8Array(await request.arrayBuffer()),
    });
    const status = statuses[request.url] ?? 201;
    if (status === 'cut') throw new TypeError('fetch failed');
    return new Response(null, { status });
  };
  return { sent, serve };
}

/** A project whose administrators have these devices. */
function projectWith(subscriptions: Record<string, Subscription>) {
  const removed: unknown[] = [];
  const targets = Object.entries(subscriptions).map(([endpoint, { p256dh, auth }], place) => ({
    id: `device ${place}`,
    endpoint,
    p256dh,
    auth,
  }));
  const project: ProjectApi = {
    call: async (name, parameters) => {
      if (name === 'push_targets') return targets;
      removed.push(name, parameters);
      return null;
    },
    removeFiles: async () => [],
    readFile: async () => null,
  };
  return { project, removed };
}

const push = (project: ProjectApi, serve: typeof fetch) =>
  createPush({ project, keys: KEYS, contact: 'office@example.com', fetch: serve }).toOffice(
    MESSAGE,
  );

describe('a message', () => {
  test('is encrypted for its browser only, and signed with the server’s key', async () => {
    const [own, other] = [await createSubscription(), await createSubscription()];
    const { sent, serve } = pushService();
    await push(projectWith({ [ENDPOINT]: own }).project, serve);

    const [{ url, headers, body } = { url: '', headers: new Headers(), body: new Uint8Array() }] =
      sent;
    expect(url).toBe(ENDPOINT);
    expect(headers.get('content-encoding')).toBe('aes128gcm');
    expect([headers.get('ttl'), headers.get('urgency')]).toEqual(['86400', 'high']);
    expect(await readVapid(headers.get('authorization') ?? '')).toMatchObject({
      key: KEYS.publicKey,
      aud: 'https://push.example.com',
      sub: 'mailto:office@example.com',
    });
    expect(await own.decrypt(body)).toEqual(MESSAGE);
    await expect(other.decrypt(body)).rejects.toThrow();
  });

  test('is as long as any other, so that its length reveals nothing', async () => {
    const { sent, serve } = pushService();
    const { project } = projectWith({ [ENDPOINT]: await createSubscription() });
    await push(project, serve);
    await createPush({ project, keys: KEYS, contact: 'office@example.com', fetch: serve }).toOffice(
      {
        ...MESSAGE,
        body: '',
      },
    );
    expect(sent[0]?.body.length).toBe(sent[1]?.body.length);
  });

  test('removes the devices whose subscription has ended, and no other', async () => {
    const answers = {
      [`${ENDPOINT}404`]: 404,
      [`${ENDPOINT}410`]: 410,
      [`${ENDPOINT}429`]: 429,
      [`${ENDPOINT}500`]: 500,
      [`${ENDPOINT}cut`]: 'cut',
      [ENDPOINT]: 201,
    } as const;
    const subscriptions: Record<string, Subscription> = {};
    for (const endpoint of Object.keys(answers))
      subscriptions[endpoint] = await createSubscription();
    const { sent, serve } = pushService(answers);
    const { project, removed } = projectWith(subscriptions);
    await push(project, serve);
    expect(sent).toHaveLength(6);
    expect(removed).toEqual(['remove_push_devices', { _ids: ['device 0', 'device 1'] }]);
  });

  test('to a customer goes to the devices of their booking, and ends those that have ended', async () => {
    const { sent, serve } = pushService({ [ENDPOINT]: 410 });
    const asked: unknown[] = [];
    const { p256dh, auth } = await createSubscription();
    const project: ProjectApi = {
      ...projectWith({}).project,
      call: async (name, parameters) => {
        asked.push([name, parameters]);
        return name === 'request_targets'
          ? [{ id: 'phone', endpoint: ENDPOINT, p256dh, auth }]
          : null;
      },
    };
    await createPush({
      project,
      keys: KEYS,
      contact: 'office@example.com',
      fetch: serve,
    }).toCustomer('a booking', MESSAGE);
    expect(sent).toHaveLength(1);
    expect(asked).toEqual([
      ['request_targets', { _booking_id: 'a booking' }],
      ['remove_request_devices', { _ids: ['phone'] }],
    ]);
  });

  test('is not redirected, and a log names no endpoint', async () => {
    const { serve, sent } = pushService({ [ENDPOINT]: 500 });
    const seen: (RequestInit | undefined)[] = [];
    const watch: typeof fetch = (input, init) => {
      seen.push(init);
      return serve(input, init);
    };
    const { project } = projectWith({ [ENDPOINT]: await createSubscription() });
    await push(project, watch);
    expect(seen[0]?.redirect).toBe('manual');
    expect(sent).toHaveLength(1);
    expect(log).toHaveBeenCalledOnce();
    expect(JSON.stringify(log.mock.calls)).toContain('answered 500');
    expect(JSON.stringify(log.mock.calls[0]?.[0])).not.toContain('https://');
  });

  test.each([
    ['a database that does not answer', () => Promise.reject(new Error('gone'))],
    ['an answer that is no list', async () => ({})],
  ])('rejects for nothing, as %s', async (_, call) => {
    const { project } = projectWith({});
    await expect(push({ ...project, call }, fetch)).resolves.toBeUndefined();
  });

  test('with invalid keys is logged and not sent', async () => {
    const { sent, serve } = pushService();
    const broken = { ...(await createSubscription()), p256dh: 'B'.repeat(87) };
    const whole = await createSubscription();
    const { project } = projectWith({ [ENDPOINT]: broken, [`${ENDPOINT}2`]: whole });
    await push(project, serve);
    expect(sent.map(({ url }) => url)).toEqual([`${ENDPOINT}2`]);
  });

  test.each(['booking', 'job_application', 'contact'] as const)(
    'about %s can be read by the worker',
    (kind) => {
      const message = composePush(kind, crypto.randomUUID(), { ...aBooking(), notes: null });
      expect(readPush(JSON.stringify(message))).toEqual(message);
    },
  );
});

test('a customer’s notification says the answer and the day, names the reference alone, and can be read by the worker', () => {
  const id = crypto.randomUUID();
  const message = composeAnswerPush(
    id,
    { ...aBooking(), notes: null },
    {
      id: crypto.randomUUID(),
      actor: 'office',
      kind: 'confirmed',
      day: '2027-03-02',
      time_slot: 'evening',
      message: 'See you then.',
      sequence: 1,
      is_move: false,
    },
  );
  expect(message).toMatchObject({
    title: 'Your booking is confirmed',
    body: 'Tue 2 Mar, evening',
    path: '/requests',
  });
  expect(JSON.stringify(message)).not.toContain(id);
  expect(readPush(JSON.stringify(message))).toEqual(message);
});

describe('the keys', () => {
  const read = (variables: Record<string, string>) => readVapidKeys((name) => variables[name]);
  const set = { VAPID_PUBLIC_KEY: KEYS.publicKey, VAPID_PRIVATE_KEY: KEYS.privateKey };

  test('made by the command are accepted', () => {
    expect(read(set)).toEqual(KEYS);
    expect(log).not.toHaveBeenCalled();
  });

  test('turn web push off without a log line if they are not set', () => {
    expect(read({})).toBeNull();
    expect(log).not.toHaveBeenCalled();
  });

  test.each([
    ['one is missing', { ...set, VAPID_PRIVATE_KEY: '' }],
    ['one is malformed', { ...set, VAPID_PUBLIC_KEY: `${KEYS.publicKey}=` }],
  ])('turn it off where %s, and the log has no value', (_, variables) => {
    expect(read(variables)).toBeNull();
    expect(log).toHaveBeenCalledOnce();
    expect(JSON.stringify(log.mock.calls)).not.toContain(KEYS.privateKey);
  });

  test('are served as their public half, to any origin', async () => {
    const ask = (keys: typeof KEYS | null, method = 'GET') =>
      createPushKeyHandler(keys)(new Request('http://localhost/', { method }));
    const told = await ask(KEYS);
    expect(await told.json()).toEqual({ key: KEYS.publicKey });
    expect(told.headers.get('access-control-allow-origin')).toBe('*');
    expect(await (await ask(null)).json()).toEqual({ key: null });
    expect((await ask(KEYS, 'OPTIONS')).status).toBe(204);
    expect((await ask(KEYS, 'POST')).status).toBe(405);
  });
});

describe('the embedded backend', () => {
  const real = globalThis.fetch;
  const asked: string[] = [];
  let release = () => undefined as void;
  // Set before the server starts, because it takes over the process's fetch.
  beforeAll(() => {
    globalThis.fetch = async (input, init) => {
      const target = new Request(input, init).url;
      if (!target.startsWith('https://push.example.com/')) return real(input, init);
      asked.push(target);
      await new Promise<void>((resolve) => (release = resolve));
      return new Response(null, { status: 410 });
    };
  });
  afterAll(() => {
    globalThis.fetch = real;
  });
  const { administrator, visitor, query, url } = useServer();
  const row = async (endpoint: string) => {
    const { p256dh, auth } = await createSubscription();
    return { id: crypto.randomUUID(), endpoint, p256dh, auth, name: 'Firefox on Linux' };
  };
  const key = async () =>
    ((await (await fetch(`${url()}/functions/v1/push-key`)).json()) as { key: string }).key;

  test('has its own keys, the same at each request', async () => {
    expect(await key()).toMatch(/^B[\w-]{86}$/);
    expect(await key()).toBe(await key());
  });

  test('keeps an administrator’s device, lists it without its endpoint, and removes it', async () => {
    const client = await administrator();
    const device = await row(ENDPOINT);
    expect((await client.from('push_devices').insert(device)).error).toBeNull();
    expect((await client.from('push_devices').insert(device)).error).toMatchObject({
      code: '23505',
    });
    const listed = await client.from('push_devices').select('id,name,created_at');
    expect(listed.data).toMatchObject([{ id: device.id, name: 'Firefox on Linux' }]);
    expect((await client.from('push_devices').delete().eq('id', device.id)).error).toBeNull();
    expect(await query('select id from public.push_devices')).toEqual([]);
  });

  test('lets no visitor list, add or remove one', async () => {
    const device = await row(ENDPOINT);
    for (const answer of [
      await visitor().from('push_devices').select('id'),
      await visitor().from('push_devices').insert(device),
      await visitor().from('push_devices').delete().eq('id', device.id),
    ])
      expect(answer.error).not.toBeNull();
  });

  test('notifies after the mail is sent, answers without waiting for it, and removes an ended subscription', async () => {
    const client = await administrator();
    const device = await row(`${ENDPOINT}/embedded`);
    await client.from('push_devices').insert(device);
    const booking = aBooking();
    await visitor().from('bookings').insert(booking);
    const { error } = await visitor().functions.invoke('send-form-email', {
      body: { type: 'booking', data: { id: booking.id } },
    });
    expect(error).toBeNull();
    await expect.poll(() => asked).toEqual([`${ENDPOINT}/embedded`]);
    expect(await query('select id from public.push_devices')).toEqual([{ id: device.id }]);
    release();
    await expect.poll(() => query('select id from public.push_devices')).toEqual([]);
  });

  test('notifies a customer’s device of the answer to their booking until the device is removed', async () => {
    const booking = aBooking();
    await visitor().from('bookings').insert(booking);
    const device = await row(`${ENDPOINT}/customer`);
    const project = { supabaseUrl: url(), publishableKey: LOCAL_PUBLISHABLE_KEY };
    const listed = () => query('select id from private.request_devices');
    for (let n = 0; n < 2; n++) expect(await notifyRequest(project, booking.id, device)).toBe(true);
    expect(await notifyRequest(project, crypto.randomUUID(), device)).toBe(false);
    expect(await listed()).toEqual([{ id: device.id }]);

    const office = await backendOf(url(), await administrator());
    const [stored] = await query<{ rev: number }>('select rev from public.bookings where id = $1', [
      booking.id,
    ]);
    const answered = await office.answerBooking({
      eventId: crypto.randomUUID(),
      bookingId: booking.id,
      expectedRevision: Number(stored?.rev),
      kind: 'confirmed',
      day: booking.preferred_date,
      time_slot: booking.preferred_time,
      message: null,
    });
    expect(answered).toMatchObject({ outcome: 'accepted' });
    await office.sendAnswerMails(booking.id);
    await expect.poll(() => asked).toContain(`${ENDPOINT}/customer`);
    release();
    await expect.poll(listed).toEqual([]);

    expect(await notifyRequest(project, booking.id, device)).toBe(true);
    expect(await stopNotifying(project, booking.id, device.id)).toBe(true);
    expect(await listed()).toEqual([]);
  });
});

test.each([
  ['send-form-email', '@block65/webcrypto-web-push'],
  ['mail-events', 'standardwebhooks'],
])('%s is deployed with the version of %s that is tested', (name, library) => {
  const read = (file: string) => JSON.parse(readFileSync(path.join(PATHS.root, file), 'utf8'));
  expect(read(`supabase/functions/${name}/deno.json`).imports[library]).toBe(
    `npm:${library}@${read('package.json').devDependencies[library]}`,
  );
});
