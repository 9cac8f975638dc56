import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client, DatabaseError } from 'pg';
import { StartError } from '../../local/start-error.ts';

/**
 * A database's address in libpq's variables: an environment cannot be read by the machine's other users, as arguments can.
 * `PGHOST` is a host name, or a socket's folder. `PGSSLMODE=require` encrypts; `verify-full` also checks the certificate.
 */
export type Address = Record<
  'PGHOST' | 'PGPORT' | 'PGUSER' | 'PGPASSWORD' | 'PGDATABASE' | 'PGSSLMODE',
  string
> & { PGSSLROOTCERT?: string };

const POOLER =
  'In Supabase’s dashboard: Connect, Session pooler. Copy its address into SUPABASE_DB_URL, and the password into SUPABASE_DB_PASSWORD.';
const TRANSACTION_POOLER_PORT = '6543';
/** The dashboard's placeholder for the password. */
const PLACEHOLDER = '[YOUR-PASSWORD]';
const TIMEOUT_S = 30;

/** Throws a StartError that names the missing setting, or says why pg_dump cannot use the address. */
export function readAddress(url: string | null, password: string | null): Address {
  if (url === null) throw new StartError(`SUPABASE_DB_URL is missing. ${POOLER}`);
  const parsed = new URL(url);
  const { port, username, pathname, searchParams } = parsed;
  if (port === TRANSACTION_POOLER_PORT)
    throw new StartError(
      `SUPABASE_DB_URL names the transaction pooler (port 6543), which pg_dump cannot use. ${POOLER}`,
    );
  const inAddress = decodeURIComponent(parsed.password);
  const known = password ?? (inAddress === PLACEHOLDER ? '' : inAddress);
  if (known === '') throw new StartError(`The database’s password is missing. ${POOLER}`);
  const host = searchParams.get('host') ?? parsed.hostname;
  const certificate = searchParams.get('sslrootcert');
  return {
    PGHOST: host,
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username) || 'postgres',
    PGPASSWORD: known,
    PGDATABASE: pathname.slice(1) || 'postgres',
    PGSSLMODE: searchParams.get('sslmode') ?? (host.startsWith('/') ? 'disable' : 'require'),
    ...(certificate !== null && { PGSSLROOTCERT: certificate }),
  };
}

/** Opens a session, which the caller has to end. Throws a StartError with cause and remedy. */
export async function connect(address: Address): Promise<Client> {
  const { PGHOST: host, PGSSLMODE: mode, PGSSLROOTCERT: certificate } = address;
  const client = new Client({
    host,
    port: Number(address.PGPORT),
    user: address.PGUSER,
    password: address.PGPASSWORD,
    database: address.PGDATABASE,
    connectionTimeoutMillis: TIMEOUT_S * 1000,
    ssl: mode !== 'disable' && {
      rejectUnauthorized: mode.startsWith('verify'),
      ...(certificate !== undefined && { ca: readFileSync(certificate, 'utf8') }),
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

function connectionText({ PGHOST: host, PGPORT: port }: Address, error: unknown): string {
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

const NAMES = ['pg_dump', 'pg_restore', 'psql'] as const;
type Program = (typeof NAMES)[number];
/** Runs one of PostgreSQL's programs, and returns its output. Throws a StartError with the end of its error text. */
export type Run = (
  program: Program,
  args: string[],
  given?: { address?: Address; input?: Buffer },
) => Promise<Buffer>;

const installText = (major: number) =>
  `Install PostgreSQL’s client ${major} or newer:
  Debian, Ubuntu: sudo apt install postgresql-common && sudo /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh
                  sudo apt install postgresql-client-${major}
  macOS:          brew install libpq, and PG_BIN="$(brew --prefix libpq)/bin"
  Windows:        winget install PostgreSQL.PostgreSQL.${major}, and PG_BIN=C:\\Program Files\\PostgreSQL\\${major}\\bin
PG_BIN is the folder of pg_dump, pg_restore and psql where they are not on the PATH.`;

const LAST_LINES = 4;

/**
 * PostgreSQL's programs in `bin`, else on the PATH. Throws a StartError that names the package to install.
 * @param major The server's version; older programs refuse to work with it.
 */
export async function findPrograms(bin: string | null, major: number): Promise<Run> {
  const run: Run = async (program, args, { address, input } = {}) => {
    const running = promisify(execFile)(bin === null ? program : path.join(bin, program), args, {
      env: { ...process.env, ...address, PGCONNECT_TIMEOUT: String(TIMEOUT_S) },
      encoding: 'buffer',
      maxBuffer: Infinity,
    });
    // A program that ends before it has read everything says why in its error text.
    running.child.stdin?.on('error', () => undefined).end(input);
    try {
      return (await running).stdout;
    } catch (cause) {
      const { stderr = '', message } = cause as Error & { stderr?: Buffer };
      const end = String(stderr).trim().split('\n').slice(-LAST_LINES).join('\n');
      throw new StartError(`${program} did not finish: ${end || message}`, { cause });
    }
  };
  for (const program of NAMES) {
    const version = await run(program, ['--version']).catch((cause: unknown) => {
      throw new StartError(
        `${program} was not found${bin === null ? ' on the PATH' : ` in ${bin} (PG_BIN)`}. ${installText(major)}`,
        { cause },
      );
    });
    const found = / (\d+)/.exec(String(version))?.[1] ?? '';
    if (Number(found) < major)
      throw new StartError(
        `${program} is version ${found}, and the database is version ${major}: an older program cannot copy it. ${installText(major)}`,
      );
  }
  return run;
}
