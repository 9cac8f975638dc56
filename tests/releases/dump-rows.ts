import { openDatabase } from '../../supabase/local/database/open-database.ts';

/**
 * Prints the rows of a sample day as SQL, and rows of the tables that it leaves empty:
 * `DATA_DIR=… npm run sample-day`, then `npx tsx tests/releases/dump-rows.ts DATA_DIR`.
 */
const SUBSCRIPTION = `'https://fcm.googleapis.com/fcm/send/a', 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU', repeat('A', 22)`;
const OTHERS = `
insert into auth.users (id, email, encrypted_password, email_confirmed_at)
  values ('00000000-0000-4000-8000-00000000000b', 'admin@example.com', 'hash', now());
insert into auth.sessions (id, user_id) select id, id from auth.users;
insert into private.user_roles (user_id, role) select id, 'admin' from auth.users;
insert into public.push_devices (id, user_id, endpoint, p256dh, auth, name)
  select gen_random_uuid(), id, ${SUBSCRIPTION}, 'Chrome on Android' from auth.users;
insert into private.crew_codes (crew_id, prefix, hash) select id, 'ABC', sha256('code') from public.crew limit 1;
insert into private.crew_devices (crew_id, key_hash, name, push_id, endpoint, p256dh, auth)
  select id, sha256('key'), 'Chrome on Android', gen_random_uuid(), ${SUBSCRIPTION} from public.crew limit 1;
insert into private.crew_pushes (id) select id from public.crew limit 1;
insert into private.request_devices (booking_id, id, endpoint, p256dh, auth)
  select id, gen_random_uuid(), ${SUBSCRIPTION} from public.bookings where status = 'confirmed' limit 1;
insert into private.known_lines (line, until) values ('facts', current_date + 30);
insert into private.last_runs (job) values ('make-visits');
insert into private.mail_settings (per_day) values (100);
insert into private.releases (release) values ('former');
insert into private.submission_hits (target, client) values ('bookings', sha256('address'));
insert into private.suppressed_addresses (address) values (sha256('address'));
insert into private.unclaimed_resumes (name, bytes) values ('a.pdf', 1000);
insert into public.browser_errors (release, hash, kind, place, times) values ('former', repeat('0', 16), 'TypeError', 'index.js:1:1', 1);
insert into private.kept_pictures (report, place) select id, 1 from public.crew_reports where pictures > 0 limit 1;
insert into public.flood_alarms (target, submissions) values ('bookings', 101);
delete from public.contact_messages where id = (select id from public.contact_messages order by id limit 1);
`;

const dataDir = process.argv[2] ?? '';
const database = await openDatabase({ dataDir });
await database.exec(OTHERS);
const tables = await database.query<{ name: string; columns: string }>(
  `select table_schema || '.' || table_name as name, string_agg(column_name, ', ' order by ordinal_position) as columns
   from information_schema.columns join pg_tables on schemaname = table_schema and tablename = table_name
   where table_schema in ('public', 'private', 'auth', 'storage') and is_generated = 'NEVER' group by 1 order by 1`,
);
const fresh = await openDatabase();
for (const { name, columns } of tables) {
  // A migration made these.
  const [made] = await fresh.query(`select from ${name} limit 1`);
  if (made) continue;
  const rows = await database.query<{ row: object }>(
    `select to_jsonb(t) as row from (select ${columns} from ${name}) t`,
  );
  if (rows.length === 0) continue;
  const lines = rows.map(({ row }) => JSON.stringify(row).replaceAll("'", "''"));
  console.log(`insert into ${name} (${columns}) overriding system value select ${columns} from jsonb_populate_recordset(null::${name}, '[
${lines.join(',\n')}
]');`);
}
await Promise.all([database.close(), fresh.close()]);
