import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { aBooking } from '../support/records.ts';
import { storeBookings } from './support/people.ts';
import { useServer } from './support/use-server.ts';

const { visitor, administrator, query, url } = useServer();

test('a list is compressed for a client that accepts it', async () => {
  const read = (accepted: string) =>
    fetch(`${url()}/rest/v1/gallery_images?select=*`, {
      headers: { apikey: LOCAL_PUBLISHABLE_KEY, 'accept-encoding': accepted },
    });
  const [packed, plain] = [await read('br, gzip'), await read('identity')];
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(packed.headers.get('vary')).toMatch(/accept-encoding/i);
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(await packed.json()).toEqual(await plain.json());
});

describe('a visitor', () => {
  test.each(['careers', 'gallery_images', 'testimonials'] as const)(
    'reads %s newest first',
    async (table) => {
      const { status, data } = await visitor()
        .from(table)
        .select('*')
        .order('created_at', { ascending: false });
      expect(status).toBe(200);
      const times = (data ?? []).map((row) => Date.parse(row.created_at));
      expect(times).toEqual([...times].sort((a, b) => b - a));
    },
  );

  test('reads the requested number of testimonials', async () => {
    const { data } = await visitor()
      .from('testimonials')
      .select('*')
      .order('created_at', { ascending: false })
      .limit(6);
    expect(data).toHaveLength(6);
  });

  test('is answered 404 with PGRST205 for a table that does not exist', async () => {
    const { status, error } = await visitor()
      .from('nope' as never)
      .select('*');
    expect([status, error?.code]).toEqual([404, 'PGRST205']);
  });

  test('passes the bucket check for our buckets and is answered 403 for another', async () => {
    const ask = (id: string) =>
      visitor().rpc('ensure_bucket_exists', {
        target_bucket_id: id,
        target_bucket_name: id,
        is_public: false,
      });
    expect((await ask('resumes')).status).toBe(204);
    expect((await ask('secrets')).status).toBe(403);
  });

  test('is answered 404 with PGRST202 for a function that does not exist', async () => {
    const { status, error } = await visitor().rpc('nope' as never);
    expect([status, error?.code]).toEqual([404, 'PGRST202']);
  });
});

describe('an administrator', () => {
  const sent = Array.from({ length: 30 }, (_, n) =>
    aBooking({ name: `Visitor ${String(n).padStart(2, '0')}` }),
  );
  const ids = sent.map(({ id }) => id);
  beforeAll(() => storeBookings(query, sent));

  test('counts rows without reading them', async () => {
    const { status, count, data } = await (
      await administrator()
    )
      .from('bookings')
      .select('*', { count: 'exact', head: true });
    expect([status, count, data]).toEqual([200, 30, null]);
  });

  test('reads a range of rows with the total', async () => {
    const admin = await administrator();
    const { status, data, count } = await admin
      .from('bookings')
      .select('name', { count: 'exact' })
      .order('name')
      .range(10, 19);
    expect([status, count, data?.length, data?.[0]?.name]).toEqual([206, 30, 10, 'Visitor 10']);
  });

  test('deletes by a list of ids and finds a tombstone for each', async () => {
    const admin = await administrator();
    const { status, count } = await admin
      .from('bookings')
      .delete({ count: 'exact' })
      .in('id', ids.slice(0, 5));
    expect([status, count]).toEqual([204, 5]);
    const tombstones = await query<{ id: string }>(
      `select id from deleted_rows where table_name = 'bookings'`,
    );
    expect(tombstones.map(({ id }) => id).sort()).toEqual(ids.slice(0, 5).sort());
  });

  test('deletes nothing without an error when no row has the id', async () => {
    const { status, count } = await (
      await administrator()
    )
      .from('bookings')
      .delete({ count: 'exact' })
      .in('id', [randomUUID()]);
    expect([status, count]).toEqual([204, 0]);
  });
});

test('a page on another origin may call, and may read refusals and their Retry-After', async () => {
  const endpoint = `${url()}/rest/v1/bookings`;
  const preflight = await fetch(endpoint, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'apikey,content-type',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toBe('apikey,content-type');
  const refused = await fetch(endpoint, { headers: { origin: 'https://elsewhere.example' } });
  expect(refused.status).toBe(401);
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  expect(refused.headers.get('access-control-expose-headers')?.split(',')).toContain('retry-after');
});

test('an answer does not repeat the headers of a preflight', async () => {
  const { headers } = await fetch(`${url()}/rest/v1/careers`, {
    headers: { apikey: LOCAL_PUBLISHABLE_KEY },
  });
  const ofOthers = [...headers.keys()].filter((name) => name.startsWith('access-control-'));
  expect(ofOthers).toEqual(['access-control-allow-origin', 'access-control-expose-headers']);
});

test('a function’s refusal has the details that the database gave it, as PostgREST shows them', async () => {
  await query(`create or replace function public.request_states(ids uuid[]) returns jsonb language plpgsql as
    $$ begin raise check_violation using message = 'refused', detail = 'a row'; end $$`);
  const { status, error } = await visitor().rpc('request_states', { ids: [] });
  expect([status, error?.code, error?.details]).toEqual([400, '23514', 'a row']);
});
