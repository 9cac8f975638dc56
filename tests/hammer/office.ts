import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import type { Office, StoredRow } from './oracle.ts';
import type { Positions } from './wishes.ts';
import { sha256 } from './wishes.ts';
import type { Server } from './server.ts';

/** The administrator who downloads the files. */
export const ADMIN = { email: 'office@example.com', password: 'a-password-for-the-hammer' };

/** The title of the positions. */
export const POSITION = 'Cleaner of high windows';

/** Creates one open position, and one that is deleted. */
export async function createPositions(server: Server): Promise<Positions> {
  const create = async () => {
    const [row] = await server.query<{ id: string }>(
      `insert into public.careers (title, location, type, description) values ('${POSITION}', 'Paisley', 'Full-time', 'Cleans.') returning id`,
    );
    return row?.id ?? '';
  };
  const positions = { open: await create(), gone: await create() };
  await server.query('delete from public.careers where id = $1', [positions.gone]);
  return positions;
}

const TEXT_OF = {
  bookings: 'notes',
  contact_messages: 'message',
  job_applications: 'cover_letter',
} as const;

/**
 * Reads the office's data: rows from the database, files as an administrator downloads them, mails
 * by alert.
 */
export async function readOffice(
  server: Server,
  mails: ReadonlyMap<string, number>,
): Promise<Office> {
  const rows = new Map<string, StoredRow[]>();
  for (const [table, text] of Object.entries(TEXT_OF)) {
    const path = table === 'job_applications' ? 'resume_path' : 'null';
    const edition = `substring(${text} from '[0-9]+$')::int`;
    const found = await server.query<StoredRow>(
      `select id, email, ${edition} as edition, ${path} as path from public.${table}`,
    );
    for (const row of found) rows.set(row.email, [...(rows.get(row.email) ?? []), row]);
  }
  const alerts = await server.query<{ id: string; record_id: string }>(
    'select id, record_id from public.alerts',
  );
  return {
    rows,
    files: await readFiles(
      server.url,
      [...rows.values()].flat().flatMap(({ path }) => path ?? []),
    ),
    mailed: new Set(alerts.filter(({ id }) => mails.has(id)).map(({ record_id }) => record_id)),
  };
}

/** Names of stored files without a row. */
export async function readOrphans(server: Server): Promise<string[]> {
  const files = await server.query<{ name: string }>(
    `select name from storage.objects where bucket_id = 'resumes' and name not in (select resume_path from public.job_applications)`,
  );
  return files.map(({ name }) => name);
}

async function readFiles(url: string, paths: readonly string[]): Promise<Office['files']> {
  const files = new Map<string, { size: number; sha256: string }>();
  if (paths.length === 0) return files;
  const headers = { apikey: LOCAL_PUBLISHABLE_KEY, authorization: `Bearer ${await signIn(url)}` };
  for (const path of paths) {
    const response = await fetch(`${url}/storage/v1/object/resumes/${path}`, { headers });
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.ok) files.set(path, { size: bytes.length, sha256: sha256(bytes) });
  }
  return files;
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: LOCAL_PUBLISHABLE_KEY, 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const { access_token: token } = (await response.json()) as { access_token?: string };
  if (!token) throw new Error(`The office could not sign in: HTTP ${response.status}`);
  return token;
}
