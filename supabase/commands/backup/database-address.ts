import { readFileSync } from 'node:fs';
import { Client, DatabaseError } from 'pg';
import { StartError } from '../../local/start-error.ts';

/** The address and user of a project's database. */
export interface DatabaseAddress {
  /** A host name, or a socket's folder. */
  host: string;
  port: string;
  user: string;
  password: string;
  database: string;
  /**
   * libpq's setting: `require` encrypts, `verify-full` also checks the certificate against
   * `sslrootcert`.
   */
  sslmode: string;
  sslrootcert: string | null;
}

const POOLER =
  'In Supabase’s dashboard: Connect, Session pooler. Copy its address into SUPABASE_DB_URL, and the password into SUPABASE_DB_PASSWORD.';
const TRANSACTION_POOLER_PORT = '6543';
/** The dashboard's placeholder for the password. */
const PLACEHOLDER = '[YOUR-PASSWORD]';
const TIMEOUT_MS = 30_000;

/**
 * Reads the settings. Throws a StartError that names the missing setting, or says why pg_dump
 * cannot use the address.
 */
export function readAddress(url: string | null, password: string | null): DatabaseAddress {
  if (url === null) throw new StartError(`SUPABASE_DB_URL is missing. ${POOLER}`);
  const parsed = new URL(url);
  const { port, username, pathname, searchParams } = parsed;
  if (port === TRANSACTION_POOLER_PORT) {
    throw new StartError(
      `SUPABASE_DB_URL names the transaction pooler (port 6543), which pg_dump cannot use. ${POOLER}`,
    );
  }
  const inAddress = decodeURIComponent(parsed.password);
  const host = searchParams.get('host') ?? parsed.hostname;
  const known = password ?? (inAddress === PLACEHOLDER ? '' : inAddress);
  if (known === '') throw new StartError(`The database’s password is missing. ${POOLER}`);
  return {
    host,
    port: port || '5432',
    user: decodeURIComponent(username) || 'postgres',
    password: known,
    database: pathname.slice(1) || 'postgres',
    sslmode: searchParams.get('sslmode') ?? (host.startsWith('/') ? 'disable' : 'require'),
    sslrootcert: searchParams.get('sslrootcert'),
  };
}

/**
 * The address for PostgreSQL's programs, in their environment, where the machine's other users
 * cannot see it.
 */
export const programEnvironment = (address: DatabaseAddress): NodeJS.ProcessEnv => ({
  ...process.env,
  PGHOST: address.host,
  PGPORT: address.port,
  PGUSER: address.user,
  PGPASSWORD: address.password,
  PGDATABASE: address.database,
  PGSSLMODE: address.sslmode,
  ...(address.sslrootcert !== null && { PGSSLROOTCERT: address.sslrootcert }),
  PGCONNECT_TIMEOUT: String(TIMEOUT_MS / 1000),
});

/** Opens a session, which the caller has to end. Throws a StartError with cause and remedy. */
export async function connect(address: DatabaseAddress): Promise<Client> {
  const { host, port, user, password, database, sslmode, sslrootcert } = address;
  const client = new Client({
    host,
    port: Number(port),
    user,
    password,
    database,
    connectionTimeoutMillis: TIMEOUT_MS,
    ssl:
      sslmode === 'disable'
        ? false
        : {
            rejectUnauthorized: sslmode.startsWith('verify'),
            ...(sslrootcert !== null && { ca: readFileSync(sslrootcert, 'utf8') }),
          },
  });
  // A session that breaks later rejects its current query as well.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (cause) {
    throw new StartError(connectionText(address, cause), { cause });
  }
}

function connectionText({ host, port }: DatabaseAddress, error: unknown): string {
  const { message } = error as Error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  // The pooler has no error code for an unknown project.
  if (/tenant|ENOIDENTIFIER/i.test(message))
    return `The pooler ${host} does not know this project: the region, the number or the project’s reference in SUPABASE_DB_URL is wrong. ${POOLER}`;
  if (code === '28P01' || /password authentication failed/i.test(message))
    return 'The database refuses the password. Set SUPABASE_DB_PASSWORD to the database’s own (dashboard: Database, Settings; it can be reset there), which is not an API key.';
  if (/^(ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH)$/.test(code))
    return `${host} cannot be found from here. ${/^db\./.test(host) ? 'The direct address answers over IPv6 only. ' : ''}${POOLER}`;
  if (error instanceof DatabaseError) return `The database at ${host} answers: ${message}`;
  return `The database at ${host}, port ${port}, does not answer (${code || message}). A paused project is resumed in the dashboard; a firewall may block the port.`;
}
