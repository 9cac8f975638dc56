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
  composeLockedOutPush,
  composePush,
} from '../../supabase/functions/send-form-email/compose-push.ts';
import { createPush } from '../../supabase/functions/send-form-email/push.ts';
import {
  createCrewPushes,
  type CrewPushClaim,
  type PushResult,
} from '../../supabase/functions/send-form-email/records.ts';
import { createCrewPushSender } from '../../supabase/functions/send-form-email/send-crew-push.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { PATHS } from '../../supabase/local/project-paths.ts';
import { mintVapidKeys } from '../../supabase/local/vapid-keys.ts';
import {
  createSubscription,
  ENDPOINTS,
  PUSH_KEY,
  readVapid,
  type Subscription,
} from '../support/push-service.ts';
import { aMailedEvent } from '../support/mailed-event.ts';
import { aBooking } from '../support/records.ts';
import { backendOf } from './support/admin-backend.ts';
import { useServer } from './support/use-server.ts';

const KEYS = mintVapidKeys();
const MESSAGE = {
  title: 'New booking',
  body: 'Fri 4 Dec, morning',
  tag: 'office-0000-0000',
  sequence: 0,
  path: '/admin/bookings?q=0000-0000',
};
const ENDPOINT = 'https://fcm.googleapis.com/send/1';

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
      aud: 'https://fcm.googleapis.com',
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
    const result = await createPush({
      project,
      keys: KEYS,
      contact: 'office@example.com',
      fetch: serve,
    }).toCustomer('a booking', MESSAGE);
    expect(result).toBe('no-device');
    expect(sent).toHaveLength(1);
    expect(asked).toEqual([
      ['request_targets', { _booking_id: 'a booking' }],
      ['remove_request_devices', { _ids: ['phone'] }],
    ]);
  });

  test.each([
    ['sent', [410, 500, 201]],
    ['service', [410, 500]],
    ['service', ['cut']],
    ['no-device', [404]],
    ['no-device', []],
  ] as const)('to a customer is %s where the push services answer %o', async (result, statuses) => {
    const answers = Object.fromEntries(
      statuses.map((status, place) => [`${ENDPOINT}${place}`, status]),
    );
    const { p256dh, auth } = await createSubscription();
    const targets = Object.keys(answers).map((endpoint) => ({
      id: endpoint,
      endpoint,
      p256dh,
      auth,
    }));
    const project: ProjectApi = {
      ...projectWith({}).project,
      call: async (name) => (name === 'request_targets' ? targets : null),
    };
    const { toCustomer } = createPush({
      project,
      keys: KEYS,
      contact: 'office@example.com',
      fetch: pushService(answers).serve,
    });
    expect(await toCustomer('a booking', MESSAGE)).toBe(result);
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
    await expect(push({ ...project, call }, fetch)).resolves.toBe('service');
  });

  test('goes to no address but a push service’s, needs a key on the curve, and removes the others', async () => {
    const { sent, serve } = pushService();
    const [whole, strange] = [await createSubscription(), await createSubscription()];
    const noPoint = { ...(await createSubscription()), p256dh: PUSH_KEY.replace(/U$/, 'Y') };
    const unknown = ENDPOINTS.flatMap(([endpoint, isKnown]) => (isKnown ? [] : [endpoint]));
    const { project, removed } = projectWith({
      ...Object.fromEntries(unknown.map((endpoint) => [endpoint, strange])),
      [ENDPOINT]: noPoint,
      [`${ENDPOINT}2`]: whole,
    });
    await push(project, serve);
    expect(sent.map(({ url }) => url)).toEqual([`${ENDPOINT}2`]);
    const ids = Array.from({ length: unknown.length + 1 }, (_, place) => `device ${place}`);
    expect(removed).toEqual(['remove_push_devices', { _ids: ids }]);
  });

  test.each(ENDPOINTS.filter(([, isKnown]) => isKnown))('goes to %s', async (endpoint) => {
    const { sent, serve } = pushService();
    await push(projectWith({ [endpoint]: await createSubscription() }).project, serve);
    expect(sent).toHaveLength(1);
  });

  test.each(['booking', 'job_application', 'contact'] as const)(
    'about %s can be read by the worker',
    (kind) => {
      const message = composePush(kind, crypto.randomUUID(), { ...aBooking(), notes: null });
      expect(readPush(JSON.stringify(message))).toEqual(message);
    },
  );
});

test('the office’s notifications of one booking have one tag, and the number of their event', () => {
  const id = crypto.randomUUID();
  const record = { ...aBooking(), notes: null };
  const cancelled = {
    id: crypto.randomUUID(),
    actor: 'customer',
    kind: 'cancelled',
    day: null,
    time_slot: null,
    message: null,
    sequence: 2,
  } as const;
  const [made, answered] = [
    composePush('booking', id, record),
    composePush('booking', id, record, cancelled),
  ];
  expect(answered.tag).toBe(made.tag);
  expect([made.sequence, answered.sequence]).toEqual([0, 2]);
});

test('a customer’s notification says the answer and the day, names the reference alone, and can be read by the worker', () => {
  const id = crypto.randomUUID();
  const message = composeAnswerPush(
    id,
    { ...aBooking(), notes: null },
    aMailedEvent({
      day: '2027-03-02',
      time_slot: 'evening',
      message: 'See you then.',
      sequence: 1,
    }),
  );
  expect(message).toMatchObject({
    title: 'Your booking is confirmed',
    body: 'Tue 2 Mar, evening',
    path: '/requests',
    sequence: 1,
  });
  expect(JSON.stringify(message)).not.toContain(id);
  expect(readPush(JSON.stringify(message))).toEqual(message);
});

test('a reminder says the day, and replaces the notification of the last answer', () => {
  const id = crypto.randomUUID();
  const record = { ...aBooking(), notes: null };
  const answer = composeAnswerPush(id, record, aMailedEvent());
  const reminder = composeAnswerPush(
    id,
    record,
    aMailedEvent({ kind: 'reminded', day: '2026-12-01', time_slot: 'morning' }),
  );
  expect(reminder).toMatchObject({
    title: 'We come tomorrow',
    body: 'Tue 1 Dec, morning',
    tag: answer.tag,
  });
  expect(reminder.sequence).toBeGreaterThan(answer.sequence);
  expect(reminder.sequence).toBeLessThan(answer.sequence + 1);
  expect(readPush(JSON.stringify(reminder))).toEqual(reminder);
});

describe('a notification of the crew', () => {
  const ID = '0b8a4d3e-6a52-4b0c-8f7e-2f8f0c1d9e22';
  const record = { id: ID, preferred_date: '2026-12-01', preferred_time: 'morning' };

  /** The messages and results of one round, and the function that sends. */
  function setUp(claims: Record<string, CrewPushClaim>, result: PushResult = 'sent') {
    const sent: unknown[] = [];
    const finished: unknown[] = [];
    const sender = createCrewPushSender({
      pushes: {
        listNew: async () => Object.keys(claims),
        claim: async (id) => claims[id] ?? null,
        finish: async (...of) => void finished.push(of),
      },
      push: {
        toOffice: async (message) => {
          sent.push(['office', message]);
          return result;
        },
        toCrew: async (crewId, message) => {
          sent.push([crewId, message]);
          return result;
        },
      },
    });
    return { sender, sent, finished };
  }

  test('about a changed day names nothing, and goes to the devices of its person', async () => {
    const { sender, sent, finished } = setUp({
      ann: { crew_id: 'ann', record: null, sequence: 5 },
      ben: { crew_id: 'ben', record: null, sequence: 6 },
    });
    await sender.sendNew();
    const message = { title: 'Your day has changed', body: '', tag: 'crew', path: '/crew' };
    expect(sent).toEqual([
      ['ann', { ...message, sequence: 5 }],
      ['ben', { ...message, sequence: 6 }],
    ]);
    expect(finished).toEqual([
      ['ann', 'sent'],
      ['ben', 'sent'],
    ]);
  });

  test('about a report that nobody could get in goes to the office with the reference alone', async () => {
    const { sender, sent, finished } = setUp({ report: { crew_id: null, record, sequence: 3 } });
    await sender.send('report');
    expect(sent).toEqual([['office', composeLockedOutPush(record, 3)]]);
    expect(composeLockedOutPush(record, 3)).toMatchObject({
      title: 'Could not get in',
      body: 'Tue 1 Dec, morning',
      tag: composePush('booking', ID, { ...aBooking(), notes: null }).tag,
    });
    expect(JSON.stringify(sent)).not.toContain(ID);
    expect(finished).toEqual([['report', 'sent']]);
    const message = composeLockedOutPush(record, 3);
    expect(readPush(JSON.stringify(message))).toEqual(message);
  });

  test('is not sent when none is due', async () => {
    const { sender, sent, finished } = setUp({});
    await sender.send('report');
    expect([sent, finished]).toEqual([[], []]);
  });

  test('rejects for nothing, and is tried again after a failure of the push services alone', async () => {
    const calls: unknown[] = [];
    const project: ProjectApi = {
      ...projectWith({}).project,
      call: async (...of) => void calls.push(of),
    };
    for (const result of ['service', 'no-device', 'off'] as const)
      await createCrewPushes(project).finish('report', result);
    expect(calls).toEqual(
      [false, true, true].map((_done) => ['finish_crew_push', { _id: 'report', _done }]),
    );
    const failing = createCrewPushSender({
      pushes: createCrewPushes({ ...project, call: () => Promise.reject(new Error('gone')) }),
      push: null,
    });
    await expect(failing.sendNew()).resolves.toBeUndefined();
    await expect(failing.send('report')).resolves.toBeUndefined();
  });

  test('to the crew goes to a person’s devices, and forgets those that have ended', async () => {
    const { p256dh, auth } = await createSubscription();
    const asked: unknown[] = [];
    const project: ProjectApi = {
      ...projectWith({}).project,
      call: async (name, parameters) => {
        asked.push([name, parameters]);
        return name === 'crew_targets' ? [{ id: 'phone', endpoint: ENDPOINT, p256dh, auth }] : null;
      },
    };
    const { serve } = pushService({ [ENDPOINT]: 410 });
    const { toCrew } = createPush({
      project,
      keys: KEYS,
      contact: 'office@example.com',
      fetch: serve,
    });
    expect(await toCrew('ann', MESSAGE)).toBe('no-device');
    expect(asked).toEqual([
      ['crew_targets', { _crew_id: 'ann' }],
      ['remove_crew_subscriptions', { _ids: ['phone'] }],
    ]);
  });
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
      if (!target.startsWith('https://fcm.googleapis.com/')) return real(input, init);
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

  test('notifies of a booking, answers without waiting for it, and removes an ended subscription', async () => {
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

  test('notifies a customer’s device of the answer to their booking, whose address refuses mail, until the device is removed', async () => {
    const booking = aBooking({ email: 'refuses@example.com' });
    await query(
      'insert into private.suppressed_addresses (address) values (private.address_hash($1))',
      [booking.email],
    );
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
    const told = () =>
      query<{ mail: string; push: string }>(
        `select r.reason as mail, p.reason as push from private.receipts r
         join private.event_pushes p on p.event_id = r.event_id
         join public.booking_events e on e.id = r.event_id where e.booking_id = $1`,
        [booking.id],
      );
    await expect.poll(told).toEqual([{ mail: 'suppressed', push: 'no-device' }]);

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
