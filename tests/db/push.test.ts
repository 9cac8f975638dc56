import { describe, expect, it } from 'vitest';
import { createSubscription, ENDPOINTS, PUSH_KEY } from '../support/push-service.ts';
import { ADMIN, ANON, SERVICE, USER, useDatabase, type Caller } from '../support/database.ts';

const { as, asOwner, insertAs } = useDatabase();

const OTHER: Caller = { role: 'authenticated', userId: '00000000-0000-4000-8000-00000000000c' };
const DENIED = { code: '42501' };
const INVALID = { code: '23514' };
const TABLE = 'public.push_devices';

const aDevice = (changes: Record<string, string> = {}) => ({
  id: crypto.randomUUID(),
  endpoint: `https://fcm.googleapis.com/send/${crypto.randomUUID()}`,
  p256dh: PUSH_KEY,
  auth: 'a'.repeat(22),
  name: 'Chrome on Android',
  ...changes,
});

async function stored(caller: Caller = ADMIN) {
  const device = aDevice();
  await insertAs(caller, TABLE, device);
  return device;
}

const idsSeenBy = async (caller: Caller) =>
  (await as(caller, (query) => query<{ id: string }>(`select id from ${TABLE}`))).map(
    ({ id }) => id,
  );

const targets = async () => {
  const [row] = await as(SERVICE, (query) =>
    query<{ found: { id: string }[] }>('select public.push_targets() as found'),
  );
  return row?.found ?? [];
};

/** Runs the work with a second administrator. */
async function withOther<T>(work: () => Promise<T>): Promise<T> {
  await asOwner(`insert into auth.users (id, email) values ($1, 'other@example.com')`, [
    OTHER.userId,
  ]);
  await asOwner(`insert into private.user_roles (user_id, role) values ($1, 'admin')`, [
    OTHER.userId,
  ]);
  await asOwner('insert into auth.sessions (id, user_id) values ($1, $1)', [OTHER.userId]);
  try {
    return await work();
  } finally {
    await asOwner('delete from auth.users where id = $1', [OTHER.userId]);
  }
}

describe('an administrator', () => {
  it('adds, lists and removes devices of their own', async () => {
    const { id } = await stored();
    expect(await idsSeenBy(ADMIN)).toContain(id);
    await as(ADMIN, (query) => query(`delete from ${TABLE} where id = $1`, [id]));
    expect(await idsSeenBy(ADMIN)).not.toContain(id);
  });

  it('neither sees nor removes another administrator’s device, and adds none in their name', () =>
    withOther(async () => {
      const { id } = await stored(OTHER);
      expect(await idsSeenBy(ADMIN)).not.toContain(id);
      await as(ADMIN, (query) => query(`delete from ${TABLE} where id = $1`, [id]));
      expect(await idsSeenBy(OTHER)).toEqual([id]);
      const theirs = aDevice({ user_id: OTHER.userId ?? '' });
      await expect(insertAs(ADMIN, TABLE, theirs)).rejects.toMatchObject(DENIED);
    }));

  it('reads no endpoint and no key, not even of their own devices', async () => {
    await stored();
    for (const column of ['endpoint', 'p256dh', 'auth', 'user_id', '*'])
      await expect(
        as(ADMIN, (query) => query(`select ${column} from ${TABLE}`)),
      ).rejects.toMatchObject(DENIED);
  });

  it('changes no device', async () => {
    await expect(
      as(ADMIN, (query) => query(`update ${TABLE} set name = 'Mine'`)),
    ).rejects.toMatchObject(DENIED);
  });

  it('has ten devices at most', async () => {
    await asOwner(`delete from ${TABLE}`);
    for (let n = 0; n < 10; n++) await stored();
    await expect(stored()).rejects.toMatchObject({
      ...INVALID,
      message: 'Ten devices are listed already. Stop one of them first.',
    });
    await asOwner(`delete from ${TABLE}`);
  });

  it.each([
    ['with a short key', { p256dh: PUSH_KEY.slice(0, 86) }],
    ['with a key of another kind', { p256dh: `C${PUSH_KEY.slice(1)}` }],
    ['with a key that is no point of the curve', { p256dh: PUSH_KEY.replace(/U$/, 'Y') }],
    ['with a key beyond the curve’s field', { p256dh: `B${'P'}${'_'.repeat(85)}` }],
    ['with a long secret', { auth: 'a'.repeat(23) }],
    ['without a name', { name: '' }],
    ['with a name of 61 characters', { name: 'x'.repeat(61) }],
  ])('adds no device %s', async (_, changes) => {
    await expect(insertAs(ADMIN, TABLE, aDevice(changes))).rejects.toMatchObject(INVALID);
  });
});

it.each(ENDPOINTS)('an endpoint %s of a browser’s push service: %s', async (endpoint, isKnown) => {
  const added = insertAs(ADMIN, TABLE, aDevice({ endpoint }));
  if (isKnown) await added;
  else await expect(added).rejects.toMatchObject(INVALID);
  await asOwner(`delete from ${TABLE}`);
});

it('every key that a browser makes is stored', async () => {
  for (let n = 0; n < 20; n++) {
    const { p256dh } = await createSubscription();
    await insertAs(ADMIN, TABLE, aDevice({ p256dh }));
    await asOwner(`delete from ${TABLE}`);
  }
});

describe.each([
  ['anon', ANON],
  ['a signed-in user', USER],
])('%s', (_, caller) => {
  it('adds no device and sees none', async () => {
    await stored();
    await expect(insertAs(caller, TABLE, aDevice())).rejects.toMatchObject(DENIED);
    const seen = idsSeenBy(caller);
    if (caller === ANON) await expect(seen).rejects.toMatchObject(DENIED);
    else expect(await seen).toEqual([]);
  });
});

describe('the service role', () => {
  it('reads the devices of all administrators, with the fields that a message needs', async () => {
    const { id, endpoint, p256dh, auth } = await stored();
    expect(await targets()).toContainEqual({ id, endpoint, p256dh, auth });
  });

  it('gets no device of a former administrator', () =>
    withOther(async () => {
      const { id } = await stored(OTHER);
      expect((await targets()).map((target) => target.id)).toContain(id);
      await asOwner('delete from private.user_roles where user_id = $1', [OTHER.userId]);
      expect((await targets()).map((target) => target.id)).not.toContain(id);
    }));

  it('removes the devices that it names', async () => {
    const [gone, kept] = [await stored(), await stored()];
    await as(SERVICE, (query) => query('select public.remove_push_devices($1)', [[gone.id]]));
    const ids = await idsSeenBy(ADMIN);
    expect([ids.includes(gone.id), ids.includes(kept.id)]).toEqual([false, true]);
  });
});

it('a deleted account’s devices are deleted', () =>
  withOther(async () => {
    const { id } = await stored(OTHER);
    await asOwner('delete from auth.users where id = $1', [OTHER.userId]);
    expect(await asOwner(`select id from ${TABLE} where id = $1`, [id])).toEqual([]);
  }));

describe('the renewal of a subscription', () => {
  const renew = async (caller: Caller, oldId: string, oldAuth: string, next = aDevice()) => {
    const [row] = await as(caller, (query) =>
      query<{ renewed: boolean }>(
        'select public.renew_push_device($1, $2, $3, $4, $5, $6) as renewed',
        [oldId, oldAuth, next.id, next.endpoint, next.p256dh, next.auth],
      ),
    );
    return row?.renewed;
  };

  it('keeps the device and its owner, and needs no token', async () => {
    const old = await stored();
    const next = aDevice({ auth: 'b'.repeat(22) });
    expect(await renew(ANON, old.id, old.auth, next)).toBe(true);
    const { id, endpoint, p256dh, auth } = next;
    expect(await targets()).toContainEqual({ id, endpoint, p256dh, auth });
    expect(await asOwner(`select name, user_id from ${TABLE} where id = $1`, [id])).toEqual([
      { name: old.name, user_id: ADMIN.userId },
    ]);
    expect(await idsSeenBy(ADMIN)).not.toContain(old.id);
  });

  it('changes nothing without the secret, or for a removed device', async () => {
    const { id, auth } = await stored();
    expect(await renew(ANON, id, 'z'.repeat(22))).toBe(false);
    expect(await idsSeenBy(ADMIN)).toContain(id);
    expect(await renew(ANON, crypto.randomUUID(), auth)).toBe(false);
  });

  it('is checked like a new device', async () => {
    const { id, auth } = await stored();
    const inside = aDevice({ endpoint: 'https://10.0.0.1/send/1' });
    await expect(renew(ANON, id, auth, inside)).rejects.toMatchObject(INVALID);
  });

  it.each([USER, ADMIN])('is closed to %o', async (caller) => {
    const { id, auth } = await stored();
    await expect(renew(caller, id, auth)).rejects.toMatchObject(DENIED);
  });
});
