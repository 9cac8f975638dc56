import { beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, ANON, SERVICE, USER, useDatabase } from '../support/database.ts';
import { aBooking, aMessage, anApplication } from '../support/records.ts';

const { as, asOwner, insertAs } = useDatabase();
const TOO_MANY = { code: 'PT429' };

const from = (address: string) => ({ ...ANON, headers: { 'x-forwarded-for': address } });
const book = (address: string, changes: object = {}) =>
  insertAs(from(address), 'public.bookings', aBooking(changes));
const configure = (settings: string) => asOwner(`update private.flood_settings set ${settings}`);
const hitsAge = (interval: string) =>
  asOwner('update private.submission_hits set at = at - $1::interval', [interval]);
const hits = () => asOwner('select target, client from private.submission_hits');

async function bookTimes(times: number, address: string) {
  for (let i = 0; i < times; i++) await book(address);
}

beforeEach(async () => {
  await asOwner('delete from private.submission_hits');
  await asOwner('delete from public.flood_alarms');
  await configure(`client_ip_header = 'x-forwarded-for', trusted_proxy_hops = 1, loopback = 'exempt', alarm_per_hour = 100,
    site_per_ten_minutes = 40, site_per_day = 240`);
});

describe('one address', () => {
  it('may send ten times in ten minutes to one table', async () => {
    await bookTimes(10, '203.0.113.1');
    await expect(book('203.0.113.1')).rejects.toMatchObject(TOO_MANY);
    expect(await hits()).toHaveLength(10);
  });

  it('may enter any number of bookings as an administrator', async () => {
    const office = { ...ADMIN, headers: { 'x-forwarded-for': '203.0.113.1' } };
    for (let i = 0; i < 11; i++) await insertAs(office, 'public.bookings', aBooking());
    expect(await hits()).toEqual([]);
  });

  it('may go on when ten minutes have passed', async () => {
    await bookTimes(10, '203.0.113.1');
    await hitsAge('9 minutes 50 seconds');
    await expect(book('203.0.113.1')).rejects.toMatchObject(TOO_MANY);
    await hitsAge('10 seconds');
    await expect(book('203.0.113.1')).resolves.toBeUndefined();
  });

  it('may send sixty times a day', async () => {
    await book('203.0.113.1');
    await asOwner(`insert into private.submission_hits (target, client, at)
      select target, client, now() - interval '1 hour' from private.submission_hits, generate_series(1, 58)`);
    await expect(book('203.0.113.1')).resolves.toBeUndefined();
    await expect(book('203.0.113.1')).rejects.toMatchObject(TOO_MANY);
    await hitsAge('1 day');
    await expect(book('203.0.113.1')).resolves.toBeUndefined();
  });

  it('is not refused for hits dated in the future, once the hourly job has run', async () => {
    await bookTimes(10, '203.0.113.1');
    await hitsAge('-1 day');
    await expect(book('203.0.113.1')).rejects.toMatchObject(TOO_MANY);
    await asOwner('select private.forget_addresses()');
    await expect(book('203.0.113.1')).resolves.toBeUndefined();
  });

  it('is counted for each table separately', async () => {
    await bookTimes(10, '203.0.113.1');
    await expect(
      insertAs(from('203.0.113.1'), 'public.contact_messages', aMessage()),
    ).resolves.toBeUndefined();
    await expect(
      insertAs(from('203.0.113.1'), 'public.job_applications', await anApplication(asOwner)),
    ).resolves.toBeUndefined();
  });

  it('cannot exceed its limit in one statement', async () => {
    const eleven = `insert into public.contact_messages (name, email, subject, message)
      select 'Ann', 'a@example.com', 'A question', 'Do you clean windows?' from generate_series(1, 11)`;
    const administrator = { ...ADMIN, headers: { 'x-forwarded-for': '203.0.113.1' } };
    await expect(as(administrator, (query) => query(eleven))).rejects.toMatchObject(TOO_MANY);
    expect(await hits()).toEqual([]);
  });

  it('over its limit still learns that a record is already stored', async () => {
    const booking = aBooking();
    await insertAs(from('203.0.113.1'), 'public.bookings', booking);
    await bookTimes(9, '203.0.113.1');
    await expect(insertAs(from('203.0.113.1'), 'public.bookings', booking)).rejects.toMatchObject({
      code: '23505',
    });
  });

  it('does not use up the limit of another', async () => {
    await bookTimes(10, '203.0.113.1');
    await expect(book('203.0.113.2')).resolves.toBeUndefined();
  });

  it('is not counted for refused submissions', async () => {
    for (let i = 0; i < 12; i++)
      await expect(book('203.0.113.1', { name: '' })).rejects.toMatchObject({ code: '23502' });
    await expect(book('203.0.113.1')).resolves.toBeUndefined();
  });

  it('is counted even when signed in', async () => {
    await bookTimes(10, '203.0.113.1');
    const caller = { ...USER, headers: { 'x-forwarded-for': '203.0.113.1' } };
    await expect(insertAs(caller, 'public.bookings', aBooking())).rejects.toMatchObject(TOO_MANY);
  });
});

describe('the address', () => {
  it.each<[string, string, string]>([
    ['IPv6 addresses of one /64', '2001:db8:0:1::1', '2001:db8:0:1:ffff::2'],
    ['an IPv4 address and its IPv6 spelling', '203.0.113.1', '::ffff:203.0.113.1'],
    ['hops that the visitor made up', '203.0.113.1', '198.51.100.7, 203.0.113.1'],
    ['addresses that can not be read', 'unknown', 'not an address'],
  ])('is the same for %s', async (_case, one, other) => {
    await bookTimes(10, one);
    await expect(book(other)).rejects.toMatchObject(TOO_MANY);
  });

  it.each<[string, string, string]>([
    ['neighbouring /64 networks', '2001:db8:0:1::1', '2001:db8:0:2::1'],
    ['IPv4 addresses spelled as IPv6', '::ffff:203.0.113.1', '::ffff:203.0.113.2'],
    ['visitors who make up the same hop', '198.51.100.7, 203.0.113.1', '198.51.100.7, 203.0.113.2'],
  ])('differs for %s', async (_case, one, other) => {
    await bookTimes(10, one);
    await expect(book(other)).resolves.toBeUndefined();
  });

  it('is the second hop from the right behind two proxies', async () => {
    await configure('trusted_proxy_hops = 2');
    await bookTimes(10, '198.51.100.7, 203.0.113.1, 192.0.2.1');
    await expect(book('203.0.113.1, 192.0.2.2')).rejects.toMatchObject(TOO_MANY);
    await expect(book('203.0.113.2, 192.0.2.1')).resolves.toBeUndefined();
  });

  it('is the same for all if the setting names a header that is never sent', async () => {
    await configure(`client_ip_header = 'x-real-ip'`);
    await bookTimes(10, '203.0.113.1');
    await expect(book('203.0.113.2')).rejects.toMatchObject(TOO_MANY);
  });

  it('is stored as a hash only, which depends on the secret', async () => {
    await book('203.0.113.1');
    await configure('secret = gen_random_uuid()');
    await book('203.0.113.1');
    const [one, other] = await asOwner<{ client: string; size: number }>(
      `select encode(client, 'hex') as client, length(client) as size from private.submission_hits`,
    );
    expect(one?.size).toBe(32);
    expect(one?.client).not.toBe(other?.client);
  });

  it('is deleted after 23 hours, by the next visit', async () => {
    await book('203.0.113.1');
    await hitsAge('23 hours');
    await book('203.0.113.2');
    expect(await hits()).toHaveLength(1);
  });

  it('is deleted after 23 hours by the hourly job, without another visit', async () => {
    await book('203.0.113.1');
    await hitsAge('22 hours 59 minutes');
    await book('2001:db8:0:1::1');
    await asOwner('select private.forget_addresses()');
    expect(await hits()).toHaveLength(2);
    await hitsAge('1 minute');
    await asOwner('select private.forget_addresses()');
    expect(await hits()).toHaveLength(1);
  });
});

describe('the /48 of an IPv6 address', () => {
  const inSite = (n: number) => `2001:db8:7:${n.toString(16)}::1`;
  const bookFrom = async (first: number, last: number) => {
    for (let n = first; n <= last; n++) await book(inSite(n));
  };

  /** Stores a booking, and hits from this many other networks of its /48, that long ago. */
  async function bookWithNeighbours(neighbours: number, ago: string) {
    await bookFrom(1, 1);
    await asOwner(
      `insert into private.submission_hits (target, client, site, at)
        select target, sha256(convert_to(n::text, 'UTF8')), site, now() - $2::interval
        from private.submission_hits, generate_series(1, $1::int) as n`,
      [neighbours, ago],
    );
  }

  it('may send forty times in ten minutes to one table', async () => {
    await bookWithNeighbours(38, '0');
    await expect(book(inSite(2))).resolves.toBeUndefined();
    await expect(book(inSite(3))).rejects.toMatchObject(TOO_MANY);
    await expect(
      insertAs(from(inSite(3)), 'public.contact_messages', aMessage()),
    ).resolves.toBeUndefined();
    await hitsAge('10 minutes');
    await expect(book(inSite(3))).resolves.toBeUndefined();
  });

  it('may send 240 times a day', async () => {
    await bookWithNeighbours(238, '1 hour');
    await expect(book(inSite(2))).resolves.toBeUndefined();
    await expect(book(inSite(3))).rejects.toMatchObject(TOO_MANY);
  });

  it('follows the settings', async () => {
    await configure('site_per_ten_minutes = 2');
    await bookFrom(1, 2);
    await expect(book(inSite(3))).rejects.toMatchObject(TOO_MANY);
    await configure('site_per_ten_minutes = 40, site_per_day = 3');
    await hitsAge('1 hour');
    await bookFrom(3, 3);
    await expect(book(inSite(4))).rejects.toMatchObject(TOO_MANY);
  });

  it('does not use up the limit of another /48, and IPv4 addresses have separate limits', async () => {
    await configure('site_per_ten_minutes = 2');
    await bookFrom(1, 2);
    await expect(book('2001:db8:8:1::1')).resolves.toBeUndefined();
    for (let n = 1; n <= 4; n++) await expect(book(`203.0.113.${n}`)).resolves.toBeUndefined();
  });
});

describe('requests from this machine', () => {
  it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])(
    'from %s are not counted',
    async (address) => {
      await bookTimes(11, address);
      expect(await hits()).toEqual([]);
    },
  );

  it.each(['127.0.0.1', '::1'])('from %s are counted when the setting is on', async (address) => {
    await configure(`loopback = 'on'`);
    await bookTimes(10, address);
    await expect(book(address)).rejects.toMatchObject(TOO_MANY);
  });

  it("with the server's own key are not counted", async () => {
    await asOwner('grant insert on public.bookings to service_role');
    const caller = { ...SERVICE, headers: { 'x-forwarded-for': '203.0.113.1' } };
    for (let i = 0; i < 11; i++) await insertAs(caller, 'public.bookings', aBooking());
    expect(await hits()).toEqual([]);
  });

  it('made in the database itself are not counted', async () => {
    await insertAs(ANON, 'public.bookings', aBooking());
    expect(await hits()).toEqual([]);
  });
});

describe('the alarm', () => {
  const alarms = () =>
    as(ADMIN, (query) =>
      query('select target, submissions from public.flood_alarms order by created_at'),
    );

  it('is raised once by many addresses together and blocks nobody', async () => {
    await configure('alarm_per_hour = 3');
    for (let i = 1; i <= 6; i++) await book(`203.0.113.${i}`);
    expect(await alarms()).toEqual([{ target: 'bookings', submissions: 4 }]);
  });

  it('is raised again after another hour of flood', async () => {
    await configure('alarm_per_hour = 3');
    for (let i = 1; i <= 4; i++) await book(`203.0.113.${i}`);
    await asOwner(`update public.flood_alarms set created_at = created_at - interval '1 hour'`);
    await book('203.0.113.5');
    expect(await alarms()).toHaveLength(2);
  });

  it('is not raised on ordinary days', async () => {
    await bookTimes(5, '203.0.113.1');
    expect(await alarms()).toEqual([]);
  });
});
