import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { londonTime } from '../../src/core/domain/london-time.ts';
import { removeDueFiles } from '../../supabase/functions/remove-unclaimed-resumes/remove-due-files.ts';
import { createProjectApi } from '../../supabase/functions/_shared/project-api.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { aBooking, aPerson } from '../support/records.ts';
import { tokenOf } from './support/admin-backend.ts';
import { pdf, picture } from './support/people.ts';
import { useServer } from './support/use-server.ts';

const { visitor, administrator, newUser, query, secretKey, url } = useServer();
const codeOf = (error: unknown) => (error as { statusCode?: string } | null)?.statusCode ?? error;
const jobs = () => visitor().storage.from('jobs');

const person = aPerson();
const key = randomUUID().replaceAll('-', '');
const booking = aBooking({ preferred_date: londonTime().day });
async function answer(kind: string, values: object) {
  const [row] = await query<{ rev: string }>('select rev from bookings where id = $1', [
    booking.id,
  ]);
  const { data, error } = await (
    await administrator()
  ).rpc('answer_booking', {
    ...{ _event_id: randomUUID(), _booking_id: booking.id, _expected_revision: Number(row?.rev) },
    ...{ _kind: kind, _day: null, _time_slot: null, _message: null },
    ...{ _every: null, _price_pence: null, _price_per: null, _crew: null, _for_series: false },
    ...values,
  } as never);
  expect([(data as { outcome: string } | null)?.outcome, error]).toEqual(['added', null]);
}

interface Sheet {
  jobs: { job: string; access: string | null }[];
}
const sheetOf = async () => (await visitor().rpc('crew_jobs', { _key: key })).data as Sheet | null;

/** Reports on the person's only job; the id of the report. */
async function report(pictures: number): Promise<string> {
  const id = randomUUID();
  const { data } = await visitor().rpc('crew_report', {
    ...{ _key: key, _event_id: id, _job: (await sheetOf())?.jobs[0]?.job ?? '', _kind: 'done' },
    ...{ _message: 'All clean.', _pictures: pictures, _made_at: new Date().toISOString() },
  });
  expect(data).toEqual({ outcome: 'added', late: null });
  return id;
}

beforeAll(async () => {
  await visitor().from('bookings').insert(booking);
  const office = await administrator();
  expect((await office.from('crew').insert(person)).error).toBeNull();
  await answer('confirmed', { _day: booking.preferred_date, _time_slot: 'morning' });
  await answer('assigned', { _crew: [person.id] });
  await answer('entrusted', { _message: 'Code 1234' });
  const { data } = await office.rpc('crew_code', { _crew_id: person.id });
  const { code } = data as { code: string };
  expect(
    (await visitor().rpc('crew_register', { _code: code, _key: key, _device: 'Chrome' })).data,
  ).toEqual({ outcome: 'registered', name: person.name });
});

test('a phone reads its sheet, and no response names the booking', async () => {
  const sheet = await sheetOf();
  expect(sheet?.jobs).toMatchObject([{ name: booking.name, access: 'Code 1234' }]);
  expect(JSON.stringify(sheet)).not.toContain(booking.id);
  expect((await visitor().rpc('crew_jobs', { _key: '0'.repeat(32) })).data).toBeNull();
});

test.each(['a user', 'an administrator'])('%s is refused at the crew’s functions', async (who) => {
  const client = who === 'a user' ? visitor() : await administrator();
  if (who === 'a user') await client.auth.signInWithPassword(await newUser());
  const named = { _key: key };
  for (const response of [
    await client.rpc('crew_jobs', named),
    await client.rpc('crew_register', { ...named, _code: 'ABCD-EFGH', _device: 'Chrome' }),
    await client.rpc('crew_report', {
      ...{ ...named, _event_id: randomUUID(), _job: randomUUID(), _kind: 'done' },
      ...{ _message: 'x', _pictures: 0, _made_at: new Date().toISOString() },
    }),
  ])
    expect([response.status, response.error?.code]).toEqual([403, '42501']);
});

test('a visitor reads no people and no devices', async () => {
  expect((await visitor().from('crew').select('*')).status).toBe(401);
  expect((await visitor().rpc('crew_devices')).status).toBe(401);
  expect((await visitor().rpc('crew_code', { _crew_id: person.id })).status).toBe(401);
});

describe('a picture of a report', () => {
  test('is stored once, without a token, and shown to administrators by a signed link', async () => {
    const name = `${await report(2)}/1`;
    expect((await jobs().upload(name, picture())).error).toBeNull();
    expect(codeOf((await jobs().upload(name, picture())).error)).toBe('409');
    const signed = await (await administrator()).storage.from('jobs').createSignedUrl(name, 3600);
    const file = await fetch(String(signed.data?.signedUrl));
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
    // The link opens this file alone.
    const other = String(signed.data?.signedUrl).replace('/1?', '/2?');
    expect((await fetch(other)).status).toBe(400);
    expect((await fetch(other.replace('/sign/jobs/', '/sign/resumes/'))).status).toBe(400);
  });

  test('is refused without a report, beyond its number, with a token, and as a document', async () => {
    const id = await report(1);
    for (const name of [`${randomUUID()}/1`, `${id}/2`, `${id}/1.png`, '1'])
      expect(codeOf((await jobs().upload(name, picture())).error)).toBe('403');
    expect(codeOf((await jobs().upload(`${id}/1`, pdf())).error)).toBe('415');
    const office = await administrator();
    expect(codeOf((await office.storage.from('jobs').upload(`${id}/1`, picture())).error)).toBe(
      '403',
    );
    expect((await jobs().upload(`${id}/1`, picture(), { upsert: true })).error).not.toBeNull();
  });

  test('is neither linked, read nor removed by a visitor or a user', async () => {
    const name = `${await report(1)}/1`;
    await jobs().upload(name, picture());
    const user = visitor();
    await user.auth.signInWithPassword(await newUser());
    for (const client of [visitor(), user]) {
      const bucket = client.storage.from('jobs');
      expect((await bucket.createSignedUrl(name, 60)).error).not.toBeNull();
      expect((await bucket.download(name)).error).not.toBeNull();
      expect(await bucket.remove([name])).toMatchObject({ data: [], error: null });
    }
    const headers = {
      apikey: LOCAL_PUBLISHABLE_KEY,
      authorization: `Bearer ${(await tokenOf(user)).token}`,
    };
    for (const path of ['public/jobs', 'jobs', 'authenticated/jobs', 'info/jobs'])
      expect((await fetch(`${url()}/storage/v1/object/${path}/${name}`, { headers })).ok).toBe(
        false,
      );
  });

  test('is removed by the office, and by the schedule after 90 days unless it is kept', async () => {
    const [young, old, kept, removed] = [
      await report(1),
      await report(1),
      await report(1),
      await report(1),
    ];
    for (const id of [young, old, kept, removed]) await jobs().upload(`${id}/1`, picture());
    const office = await administrator();
    expect((await office.storage.from('jobs').remove([`${removed}/1`])).data).toHaveLength(1);
    const keeping = { _report: kept, _place: 1, _keep: true };
    expect((await office.rpc('keep_picture', keeping)).data).toBe(true);
    expect((await office.rpc('kept_pictures', { _report: kept })).data).toEqual([1]);
    for (const sql of [
      'alter table crew_reports disable trigger keep_events',
      `update crew_reports set created_at = now() - interval '90 days' where id in ('${old}', '${kept}')`,
      'alter table crew_reports enable trigger keep_events',
    ])
      await query(sql);
    const project = createProjectApi({ url: url(), secretKey: secretKey(), fetch });
    expect(await removeDueFiles(project)).toBe(1);
    expect(await project.readFile('jobs', `${old}/1`)).toBeNull();
    for (const id of [young, kept])
      expect(await project.readFile('jobs', `${id}/1`)).not.toBeNull();
  });
});

test('anybody may ask for a report’s notification, and learns nothing', async () => {
  const ask = async (id: string) => {
    const response = await fetch(`${url()}/functions/v1/send-form-email`, {
      method: 'POST',
      body: JSON.stringify({ type: 'crew', data: { id } }),
    });
    return [response.status, await response.json()];
  };
  const known = await ask(await report(0));
  expect(known).toEqual([202, { status: 'being sent' }]);
  expect(await ask(randomUUID())).toEqual(known);
});
