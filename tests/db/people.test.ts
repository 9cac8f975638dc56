import { describe, expect, it } from 'vitest';
import { ADMIN, ANON, SERVICE, USER, useDatabase } from '../support/database.ts';
import { PUSH_KEY } from '../support/push-service.ts';
import { aBooking, aMessage, anApplication } from '../support/records.ts';

const { as, asOwner, insertAs } = useDatabase();

interface Records {
  bookings: { id: string }[];
  job_applications: { id: string }[];
  contact_messages: { id: string }[];
  alerts: { record_id: string }[];
  accounts: Record<string, unknown>[];
  push_devices: Record<string, unknown>[];
}

const recordsOf = (address: string) =>
  as(
    SERVICE,
    async (query) =>
      (await query<{ found: Records }>('select public.person_records($1) as found', [address]))[0]
        ?.found as Records,
  );
const erase = (address: string) =>
  as(
    SERVICE,
    async (query) =>
      (await query<{ gone: unknown }>('select public.erase_person($1) as gone', [address]))[0]
        ?.gone,
  );

/** Stores a record of each kind under an address. */
async function store(email: string) {
  const booking = aBooking({ email, service: 'event', size: '3-hours', frequency: 'weekly' });
  const message = aMessage({ email });
  const application = { ...(await anApplication(asOwner)), email };
  await insertAs(ANON, 'public.bookings', booking);
  await insertAs(ANON, 'public.contact_messages', message);
  await insertAs(ANON, 'public.job_applications', application);
  return { booking, message, application, ids: [booking.id, message.id, application.id].sort() };
}

describe('the stored data of a person', () => {
  it('is every row of the address, in any case, with its alerts, and no row of another', async () => {
    const { booking, message, application, ids } = await store('Moira@Example.com');
    await store('moira@example.com.au');
    const found = await recordsOf(' moira@EXAMPLE.com ');
    expect(found.bookings).toEqual([expect.objectContaining(booking)]);
    expect(found.contact_messages).toEqual([expect.objectContaining(message)]);
    expect(found.job_applications).toEqual([expect.objectContaining(application)]);
    expect(found.alerts.map((alert) => alert.record_id).sort()).toEqual(ids);
    expect(found.accounts).toEqual([]);
  });

  it('includes an account of the address, without credentials', async () => {
    const { accounts } = await recordsOf('USER@example.com');
    expect(accounts).toEqual([
      expect.objectContaining({ id: USER.userId, email: 'user@example.com' }),
    ]);
    expect(Object.keys(accounts[0] ?? {}).sort()).toEqual([
      'created_at',
      'email',
      'id',
      'last_sign_in_at',
      'name',
    ]);
  });
});

describe('the push devices of a person', () => {
  it('are those of the address’s account, without endpoint and keys', async () => {
    const device = {
      id: crypto.randomUUID(),
      endpoint: 'https://fcm.googleapis.com/send/secret',
      p256dh: PUSH_KEY,
      auth: 'a'.repeat(22),
      name: 'Chrome on Android',
    };
    await insertAs(ADMIN, 'public.push_devices', device);
    const { push_devices: devices } = await recordsOf('Admin@example.com');
    expect(devices).toEqual([
      {
        id: device.id,
        name: device.name,
        push_service: 'fcm.googleapis.com',
        created_at: expect.any(String),
      },
    ]);
    expect((await recordsOf('user@example.com')).push_devices).toEqual([]);
  });
});

describe('similar addresses', () => {
  const similar = (address: string) =>
    as(
      SERVICE,
      async (query) =>
        (
          await query<{ found: Record<string, unknown>[] }>(
            'select public.similar_addresses($1) as found',
            [address],
          )
        )[0]?.found,
    );
  const book = (email: string, fields: Partial<ReturnType<typeof aBooking>> = {}) =>
    insertAs(ANON, 'public.bookings', { ...aBooking({ email }), ...fields });
  /** A name and a phone number for one test only. */
  const unique = (name: string, phone: string) => ({ name, phone });

  it('share the mailbox, and come with the numbers of their rows', async () => {
    await book('freya@example.com', unique('Freya Muir', '01632 960 001'));
    await book('Freya+van@example.com', unique('F M', '01632 960 002'));
    await insertAs(ANON, 'public.contact_messages', {
      ...aMessage({ email: 'freya+VAN@example.com' }),
      name: 'Freya M',
    });
    await book('freya@example.org', unique('Freya Other', '01632 960 003'));
    await book('f.reya@example.com', unique('Freya Dotted', '01632 960 004'));
    expect(await similar(' FREYA@example.com ')).toEqual([
      {
        email: 'freya+van@example.com',
        match: 'mailbox',
        bookings: 1,
        job_applications: 0,
        contact_messages: 1,
      },
    ]);
  });

  it('at Gmail may also differ in dots and domain', async () => {
    await book('a.l.muir@googlemail.com', unique('Ailsa Muir', '01632 960 011'));
    expect(await similar('al.muir+home@gmail.com')).toMatchObject([
      { email: 'a.l.muir@googlemail.com', match: 'mailbox' },
    ]);
  });

  it.each([
    '07700900321',
    '+44 7700 900321',
    '0044 (0)7700-900321',
    '44 7700 900321',
    '07700 900 321 ext 4',
  ])('have the same phone number as %s', async (phone) => {
    const [mine, theirs] = [crypto.randomUUID(), crypto.randomUUID()];
    await book(`${mine}@example.com`, unique(`Mine ${mine}`, '07700 900321'));
    await book(`${theirs}@example.com`, unique(`Theirs ${theirs}`, phone));
    expect(await similar(`${mine}@example.com`)).toContainEqual(
      expect.objectContaining({ email: `${theirs}@example.com`, match: 'phone' }),
    );
  });

  it('do not match by another phone number', async () => {
    await book('ewan@example.com', unique('Ewan Bute', '07700 900401'));
    await book('rona@example.com', unique('Rona Bute', '07700 900402'));
    expect(await similar('ewan@example.com')).toEqual([]);
  });

  it('with only the same name come last', async () => {
    await book('kirsty@example.com', unique('Kirsty  Gow', '07700 900501'));
    await book('another@example.com', unique('kirsty gow', '07700 900502'));
    await book('z@example.com', unique('K. Gow', '+447700900501'));
    expect(await similar('kirsty@example.com')).toMatchObject([
      { email: 'z@example.com', match: 'phone' },
      { email: 'another@example.com', match: 'name' },
    ]);
  });
});

describe('erasing a person', () => {
  it('deletes the rows and alerts of this address only, and names the files without a record', async () => {
    const theirs = await store('Iona@example.com');
    const others = await store('iona@example.org');
    expect(await erase('iona@EXAMPLE.com')).toEqual({
      bookings: 1,
      job_applications: 1,
      contact_messages: 1,
      files: [theirs.application.resume_path],
      pictures: [],
    });
    expect(await recordsOf('iona@example.com')).toMatchObject({
      bookings: [],
      job_applications: [],
      contact_messages: [],
      alerts: [],
    });
    expect(
      (await recordsOf('iona@example.org')).alerts.map((alert) => alert.record_id).sort(),
    ).toEqual(others.ids);
  });

  it('leaves tombstones without personal data, which refuse a late replay', async () => {
    const { booking, ids } = await store('skye@example.com');
    await erase('skye@example.com');
    const tombstones = await asOwner<{ id: string }>(
      `select * from public.deleted_rows where id = any($1) and table_name in ('bookings', 'contact_messages', 'job_applications')`,
      [ids],
    );
    expect(tombstones.map(({ id }) => id).sort()).toEqual(ids);
    expect(new Set(tombstones.flatMap((row) => Object.keys(row)))).toEqual(
      new Set(['table_name', 'id', 'rev']),
    );
    await expect(insertAs(ANON, 'public.bookings', booking)).rejects.toMatchObject({
      code: '23505',
    });
  });

  it('deletes nothing when repeated, or for an unknown address', async () => {
    expect(await erase('nobody@example.com')).toEqual({
      bookings: 0,
      job_applications: 0,
      contact_messages: 0,
      files: [],
      pictures: [],
    });
  });

  it('keeps the same mailbox in another spelling', async () => {
    await store('lorna+van@example.com');
    await erase('lorna@example.com');
    expect((await recordsOf('lorna+van@example.com')).bookings).toHaveLength(1);
  });

  it('keeps an account', async () => {
    await erase('user@example.com');
    expect((await recordsOf('user@example.com')).accounts).toHaveLength(1);
  });
});

it.each([ANON, USER, ADMIN])('the functions are closed to %o', async (caller) => {
  for (const name of ['person_records', 'similar_addresses', 'erase_person']) {
    await expect(
      as(caller, (query) => query(`select public.${name}('a@example.com')`)),
    ).rejects.toMatchObject({ code: '42501' });
  }
});
