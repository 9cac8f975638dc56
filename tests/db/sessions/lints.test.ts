import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../support/database.ts';
import { LINTS } from '../../support/postgres/lints.ts';

/** Violates every rule at least once. */
const LEAKS = `
  create table public.leaky (
    password text, kind regproc, account text references auth.users (phone), owner uuid references auth.users (id)
  );
  grant all on public.leaky to anon, authenticated;
  create policy "nobody asked" on public.leaky for select using (true);
  create index leaky_one on public.leaky (password);
  create index leaky_two on public.leaky (password);
  create table public.leaky_policies (id int, owner uuid);
  grant all on public.leaky_policies to anon, authenticated;
  alter table public.leaky_policies enable row level security;
  create policy "everybody writes" on public.leaky_policies for update to anon using (true);
  create policy "asked for each row" on public.leaky_policies for select to authenticated using (owner = auth.uid());
  create policy "says so themselves" on public.leaky_policies for select to authenticated
    using ((select auth.jwt()) -> 'user_metadata' ->> 'role' = 'admin');
  create table public.leaky_closed (id int primary key);
  alter table public.leaky_closed enable row level security;
  create view public.leaky_users as select id, email from auth.users;
  create materialized view public.leaky_copy as select 1 as n;
  grant select on public.leaky_users, public.leaky_copy to anon, authenticated;
  create function public.leaky_definer() returns int language sql security definer as 'select 1';
  grant execute on function public.leaky_definer() to anon, authenticated;
`;
/** These need privileges that the owner lacks. */
const LEAKS_OF_OTHERS = `
  create extension pg_trgm schema public;
  create policy "leaky list" on storage.objects for select to anon using (bucket_id = 'gallery');
`;

/** Intended findings in the product. None is an error. */
const MEANT: Record<string, Record<string, string>> = {
  'a policy that lets everybody write': {
    'public.contact_messages: everyone sends':
      'anybody may write: columns are granted one by one, values are checked, the number is bounded',
    'public.job_applications: everyone sends': 'the same for applications',
  },
  'several permissive policies for one role and action': {
    'storage.objects: anon INSERT':
      'one is about résumés, the other about pictures of jobs; each request sends one file',
    'storage.objects: authenticated INSERT':
      'one is about résumés, the other about pictures; a user who applies sends one file',
  },
  'a table that visitors can see in the schema': {
    'public.careers': 'a public list',
    'public.gallery_images': 'a public list',
    'public.testimonials': 'a public list',
  },
  'a table that users can see in the schema': {
    'public.alerts': 'policies show its rows to administrators alone',
    'public.booking_events': 'the same',
    'public.bookings': 'the same',
    'public.browser_errors': 'the same',
    'public.careers': 'a public list',
    'public.contact_messages': 'policies show its rows to administrators alone',
    'public.crew': 'the same',
    'public.crew_reports': 'the same',
    'public.deleted_rows': 'the same',
    'public.flood_alarms': 'the same',
    'public.gallery_images': 'a public list',
    'public.job_applications': 'policies show its rows to administrators alone',
    'public.push_devices': 'policies show an administrator the names of their own devices alone',
    'public.testimonials': 'a public list',
  },
  'a table with row-level security and no policy': {
    'private.crew_codes': 'for definer functions alone',
    'private.crew_devices': 'for definer functions alone',
    'private.crew_pushes': 'for definer functions alone',
    'private.event_pushes': 'for definer functions alone',
    'private.flood_settings': 'for definer functions alone',
    'private.job_secret': 'for definer functions alone',
    'private.known_lines': 'for definer functions alone',
    'private.kept_pictures': 'for definer functions alone',
    'private.last_runs': 'for definer functions alone',
    'private.mail_settings': 'for definer functions alone',
    'private.receipts': 'for definer functions alone',
    'private.releases': 'for definer functions alone',
    'private.reminders': 'for definer functions alone',
    'private.request_devices': 'for definer functions alone',
    'private.retention': 'for definer functions alone',
    'private.setting_changes': 'for definer functions alone',
    'private.submission_hits': 'for definer functions alone',
    'private.suppressed_addresses': 'for definer functions alone',
    'private.sync_epoch': 'for definer functions alone',
    'private.unclaimed_resumes': 'for definer functions alone',
    'private.user_roles': 'for definer functions alone',
  },
};

const { asOwner } = useDatabase();
const leaky = useDatabase();

beforeAll(async () => {
  await leaky.execute(LEAKS);
  await leaky.executeAsSuperuser(LEAKS_OF_OTHERS);
});

describe.each(LINTS)('$name ($level)', ({ name, sql }) => {
  it('is found in a schema with one', async () => {
    const before = await asOwner<{ found: string }>(sql);
    const known = new Set(before.map(({ found }) => found));
    const after = await leaky.asOwner<{ found: string }>(sql);
    expect(after.filter(({ found }) => !known.has(found))).not.toEqual([]);
  });

  it('is found in the product only where intended', async () => {
    const found = await asOwner<{ found: string }>(sql);
    expect(found.map((row) => row.found).sort()).toEqual(Object.keys(MEANT[name] ?? {}).sort());
  });
});

it('no error is intended', () => {
  const errors = LINTS.filter(({ level }) => level === 'error').map(({ name }) => name);
  expect(Object.keys(MEANT).filter((name) => errors.includes(name))).toEqual([]);
});
