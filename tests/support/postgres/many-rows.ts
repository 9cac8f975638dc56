import { REPLICA_TABLES } from '../../../src/core/domain/entities.ts';

export const ROWS = 100_000;

const PERSON = { name: `'Ann Baker'`, email: `'ann@example.com'` };

/** Each table's columns, as SQL over the row number `n`. */
const COLUMNS: Record<(typeof REPLICA_TABLES)[number], Record<string, string>> = {
  bookings: {
    ...PERSON,
    phone: `'0141 555 0100'`,
    address: `'1 High Street, Paisley'`,
    service_type: `'deep'`,
    preferred_date: `date '2026-12-01'`,
    preferred_time: `'morning'`,
    notes: `repeat('Ring twice. ', 10)`,
  },
  crew: { name: `'Ann Baker'` },
  job_applications: {
    ...PERSON,
    phone: `'0141 555 0100'`,
    career_id: `md5('careers' || n)::uuid`,
    resume_path: `md5('job_applications' || n)::uuid || '.pdf'`,
    resume_url: `md5('job_applications' || n)::uuid || '.pdf'`,
  },
  contact_messages: {
    ...PERSON,
    subject: `'A question'`,
    message: `repeat('Do you clean windows? ', 6)`,
  },
  careers: {
    title: `'Cleaner'`,
    location: `'Paisley'`,
    type: `'Full-time'`,
    description: `repeat('Cleans homes. ', 10)`,
  },
  gallery_images: {
    category: `'Residential'`,
    file_path: `'Residential/0123456789abcdef.webp'`,
    url: `'/storage/v1/object/public/gallery/Residential/0123456789abcdef.webp'`,
    alt: `'A clean kitchen'`,
  },
  testimonials: { name: `'Ann Baker'`, rating: '5', quote: `'They left the house spotless.'` },
  alerts: { kind: `'booking'`, record_id: `md5('bookings' || n)::uuid` },
};

const insert = (table: string, columns: Record<string, string>) =>
  `insert into ${table} (${Object.keys(columns).join(', ')}) select ${Object.values(columns).join(', ')} from generate_series(1, ${ROWS}) n;`;

/**
 * Fills every table with 100,000 rows, a minute and a revision apart. Ids derive from the table's
 * name and the row number.
 */
export async function fill(execute: (sql: string) => Promise<void>): Promise<void> {
  for (const table of REPLICA_TABLES) {
    const id = `md5('${table}' || n)::uuid`;
    await execute(`alter table public.${table} disable trigger user;
      ${insert(`public.${table}`, { ...COLUMNS[table], id, rev: 'n', created_at: `now() - n * interval '1 minute'` })}
      alter table public.${table} enable trigger user;`);
  }
  const kept = REPLICA_TABLES.map((table) => `'${table}'`).join(', ');
  await execute(`alter table public.deleted_rows disable trigger user;
    ${insert('public.deleted_rows', { table_name: `(array[${kept}])[1 + n % ${REPLICA_TABLES.length}]`, id: 'gen_random_uuid()', rev: 'n' })}
    alter table public.deleted_rows enable trigger user;
    ${insert('public.flood_alarms', { target: `'bookings'`, submissions: '101', created_at: `now() - n * interval '1 hour'` })}
    ${insert('private.submission_hits', { target: `'bookings'`, client: `sha256(n::text::bytea)`, at: `now() - n * interval '0.8 seconds'` })}
    ${insert('auth.users', { id: `md5('user' || n)::uuid` })}
    ${insert('auth.sessions', { id: `md5('session' || n)::uuid`, user_id: `md5('user' || n)::uuid` })}
    ${insert('private.user_roles', { user_id: `md5('user' || n)::uuid`, role: `'admin'` })}
    ${insert('storage.objects', { bucket_id: `'gallery'`, name: `md5('file' || n)` })}
    select setval('private.revision', ${ROWS});`);
  for (const table of [...REPLICA_TABLES.map((name) => `public.${name}`), ...OTHERS])
    await execute(`vacuum (analyze) ${table}`);
}

const OTHERS = [
  'public.deleted_rows',
  'public.flood_alarms',
  'private.submission_hits',
  'private.user_roles',
  'auth.sessions',
];
