import { describe, expect, it } from 'vitest';
import { ADMIN, ANON, SERVICE, USER, useDatabase, type Caller } from '../support/database.ts';

const { as, asOwner } = useDatabase();

const hasRole = (caller: Caller, userId: string | undefined, role: string | null) =>
  as(
    caller,
    async (query) =>
      (await query('select public.has_role($1, $2) as answer', [userId, role]))[0]?.['answer'],
  );

const ensureBucket = (
  caller: Caller,
  id: string | null,
  name: string | null,
  isPublic: boolean | null,
) =>
  as(caller, (query) =>
    query('select public.ensure_bucket_exists($1, $2, $3)', [id, name, isPublic]),
  );

describe('grants', () => {
  const EXECUTABLE = [
    'private.answer_booking: authenticated',
    'private.answer_request: anon, authenticated',
    'private.are_lines: anon, authenticated, service_role',
    'private.changes: authenticated',
    'private.count_browser_errors: anon, authenticated',
    'private.crew_code: authenticated',
    'private.crew_devices: authenticated',
    'private.crew_jobs: anon',
    'private.crew_notify: anon',
    'private.crew_register: anon',
    'private.crew_report: anon',
    'private.delete_rows: authenticated',
    'private.end_crew_device: authenticated',
    'private.first_copy: authenticated',
    'private.is_admin: authenticated',
    'private.is_email: anon, authenticated, service_role',
    'private.is_legible: anon, authenticated, service_role',
    'private.is_line: anon, authenticated, service_role',
    'private.is_of_deleted: authenticated',
    'private.is_paragraphs: anon, authenticated, service_role',
    'private.is_plain_upload: anon, authenticated',
    'private.is_public_url: authenticated, service_role',
    'private.is_push_endpoint: authenticated',
    'private.is_push_key: authenticated',
    'private.is_report_picture: anon',
    'private.keep_picture: authenticated',
    'private.kept_pictures: authenticated',
    'private.marks: anon, authenticated, service_role',
    'private.notify_request: anon, authenticated',
    'private.plain_digits: anon, authenticated, service_role',
    'private.release_alert: authenticated',
    'private.renew_push_device: anon',
    'private.request_states: anon, authenticated',
    'private.seen: anon, authenticated, service_role',
    'private.set_booking: authenticated',
    'private.stop_notifying: anon, authenticated',
    'private.trimmed: anon, authenticated, service_role',
    'private.withdraw: authenticated',
    'public.administrators: service_role',
    'public.answer_booking: authenticated, service_role',
    'public.answer_request: anon, authenticated, service_role',
    'public.begin_epoch: service_role',
    'public.booking_pauses: service_role',
    'public.bounce_alert: service_role',
    'public.browser_error_counts: service_role',
    'public.changes: authenticated, service_role',
    'public.claim_alert: service_role',
    'public.claim_crew_push: service_role',
    'public.claim_push: service_role',
    'public.claim_receipt: service_role',
    'public.count_browser_errors: anon, authenticated, service_role',
    'public.crew_code: authenticated, service_role',
    'public.crew_devices: authenticated, service_role',
    'public.crew_jobs: anon, service_role',
    'public.crew_notify: anon, service_role',
    'public.crew_register: anon, service_role',
    'public.crew_report: anon, service_role',
    'public.crew_targets: service_role',
    'public.delete_rows: authenticated, service_role',
    'public.deploy_state: service_role',
    'public.due_alerts: service_role',
    'public.end_crew_device: authenticated, service_role',
    'public.ensure_bucket_exists: anon, authenticated, service_role',
    'public.erase_person: service_role',
    'public.expired_pictures: service_role',
    'public.finish_alert: service_role',
    'public.finish_crew_push: service_role',
    'public.finish_push: service_role',
    'public.finish_receipt: service_role',
    'public.first_copy: authenticated, service_role',
    'public.has_role: authenticated, service_role',
    'public.keep_picture: authenticated, service_role',
    'public.kept_pictures: authenticated, service_role',
    'public.late_alerts: service_role',
    'public.new_crew_pushes: service_role',
    'public.note_releases: service_role',
    'public.notify_request: anon, authenticated, service_role',
    'public.person_records: service_role',
    'public.push_targets: service_role',
    'public.receipt_counts: service_role',
    'public.release_alert: authenticated, service_role',
    'public.remove_crew_subscriptions: service_role',
    'public.remove_expired: service_role',
    'public.remove_push_devices: service_role',
    'public.remove_request_devices: service_role',
    'public.renew_push_device: anon, service_role',
    'public.request_states: anon, authenticated, service_role',
    'public.request_targets: service_role',
    'public.retention: service_role',
    'public.set_administrator: service_role',
    'public.set_booking: authenticated, service_role',
    'public.set_known: service_role',
    'public.set_retention: service_role',
    'public.similar_addresses: service_role',
    'public.stop_notifying: anon, authenticated, service_role',
    'public.suppress_receipts: service_role',
    'public.unclaimed_resumes: service_role',
    'public.withdraw: authenticated, service_role',
  ];

  it('let each role execute the listed functions and no other', async () => {
    const rows = await asOwner<{ executable: string }>(`
      select n.nspname || '.' || p.proname || ': ' || string_agg(r.rolname, ', ' order by r.rolname) as executable
      from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      join pg_roles r on r.rolname in ('anon', 'authenticated', 'service_role') and has_function_privilege(r.oid, p.oid, 'execute')
      where n.nspname in ('public', 'private')
      group by n.nspname, p.proname order by n.nspname, p.proname`);
    expect(rows.map((row) => row.executable)).toEqual(EXECUTABLE);
  });

  it('give the public no function by default', async () => {
    const open = await asOwner(`
      select p.proname from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and (p.proacl is null or exists (select from aclexplode(p.proacl) where grantee = 0))`);
    expect(open).toEqual([]);
  });

  it('give the request roles no sequence', async () => {
    const sequences = await asOwner(`
      select c.relname, r.rolname from pg_class c, pg_roles r
      where c.relkind = 'S' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        and r.rolname in ('anon', 'authenticated') and has_sequence_privilege(r.oid, c.oid, 'usage, select, update')`);
    expect(sequences).toEqual([]);
  });
});

it('row-level security is on for every table', async () => {
  const tables = await asOwner<{ relname: string; relrowsecurity: boolean }>(`
    select relname, relrowsecurity from pg_class
    where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'private'::regnamespace)`);
  expect(tables.length).toBeGreaterThan(10);
  expect(tables.filter((table) => !table.relrowsecurity)).toEqual([]);
});

it('every definer function pins its search path', async () => {
  const loose = await asOwner(`
    select proname from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not coalesce(proconfig @> array['search_path=""'], false)`);
  expect(loose).toEqual([]);
});

describe('has_role', () => {
  it('is true for an administrator’s own id', async () => {
    expect(await hasRole(ADMIN, ADMIN.userId, 'admin')).toBe(true);
  });

  it.each<[string, Caller, string | undefined, string | null]>([
    ['a user about themselves', USER, USER.userId, 'admin'],
    ['a user about an administrator', USER, ADMIN.userId, 'admin'],
    ['an administrator about a user', ADMIN, USER.userId, 'admin'],
    ['an administrator about another role', ADMIN, ADMIN.userId, 'owner'],
    ['an administrator about no role', ADMIN, ADMIN.userId, null],
  ])('is false for %s', async (_case, caller, userId, role) => {
    expect(await hasRole(caller, userId, role)).toBe(false);
  });

  it('is denied to visitors', async () => {
    await expect(hasRole(ANON, ADMIN.userId, 'admin')).rejects.toMatchObject({ code: '42501' });
  });
});

describe('ensure_bucket_exists', () => {
  it.each<[string, boolean]>([
    ['resumes', false],
    ['gallery', true],
    ['testimonials', true],
  ])('accepts %s as it is and changes nothing', async (id, isPublic) => {
    const before = await asOwner('select * from storage.buckets order by id');
    await ensureBucket(ANON, id, id, isPublic);
    expect(await asOwner('select * from storage.buckets order by id')).toEqual(before);
  });

  it.each<[string | null, string | null, boolean | null]>([
    ['resumes', 'resumes', true],
    ['gallery', 'gallery', false],
    ['resumes', 'other', false],
    ['other', 'other', true],
    ['resumes', 'resumes', null],
    [null, null, null],
  ])('refuses (%s, %s, %s), even for the service role', async (id, name, isPublic) => {
    for (const caller of [ANON, ADMIN, SERVICE]) {
      await expect(ensureBucket(caller, id, name, isPublic)).rejects.toMatchObject({
        code: 'PT403',
      });
    }
  });
});
