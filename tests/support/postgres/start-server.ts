import { execFileSync, spawn } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findPrograms, type Programs } from './programs.ts';

/** The superuser's connection to a server. */
export interface Server {
  connectionString: string;
}

export interface RunningServer extends Server {
  stop(): Promise<void>;
}

const SUPERUSER = 'supabase_admin';
/** Its data need not survive a crash. */
const SETTINGS = [
  'listen_addresses=',
  'max_connections=200',
  'fsync=off',
  'shared_buffers=256MB',
  'max_wal_size=2GB',
  'log_min_messages=fatal',
];

/** The server of DATABASE_URL, which keeps running, or a new one. */
export async function startServer(): Promise<RunningServer> {
  const given = process.env['DATABASE_URL'];
  return given
    ? { connectionString: given, stop: () => Promise.resolve() }
    : startNewServer(findPrograms());
}

/**
 * Starts a server in its own folder, reached through a socket in that folder only. It ends with
 * this process, however that ends.
 *
 * @param more Settings, as in postgresql.conf.
 */
export async function startNewServer(
  programs: Programs,
  more: readonly string[] = [],
): Promise<RunningServer> {
  const owner = serverOwner();
  const folder = mkdtempSync(path.join(tmpdir(), 'cleaning-postgres-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const { initdb, postgres } = owner ? programsForOthers(programs, folder) : programs;
  const data = path.join(folder, 'data');
  execFileSync(
    initdb,
    ['-D', data, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
    { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );

  const settings = [...SETTINGS, ...more, `unix_socket_directories=${folder}`].flatMap(
    (setting) => ['-c', setting],
  );
  const keeper = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'keep-server.mjs'), postgres, folder, '-D', data, ...settings],
    // In its own process group, so that Ctrl-C reaches the tests first and the keeper can clean up
    // after them.
    {
      detached: true,
      stdio: ['pipe', 'ignore', 'inherit'],
      env: { ...process.env, SERVER_OWNER: JSON.stringify(owner ?? {}) },
    },
  );
  const ended = new Promise<void>((resolve) => keeper.once('exit', () => resolve()));
  const server = {
    connectionString: `postgresql://${SUPERUSER}@localhost/postgres?host=${encodeURIComponent(folder)}`,
  };
  await isReady(path.join(data, 'postmaster.pid'), () => keeper.exitCode !== null);
  return {
    ...server,
    stop: () => {
      keeper.stdin.end();
      return ended;
    },
  };
}

/** PostgreSQL refuses to run as root. Every system has the user `nobody`. */
function serverOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option: string) =>
    Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** The programs, or a copy in `folder` if other users may not enter their folder. */
export function programsForOthers(programs: Programs, folder: string): Programs {
  const bin = path.dirname(programs.postgres);
  if (everyoneMayEnter(bin)) return programs;
  const copy = path.join(folder, 'programs');
  cpSync(path.dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  const inCopy = (program: string) => path.join(copy, 'bin', path.basename(program));
  return { initdb: inCopy(programs.initdb), postgres: inCopy(programs.postgres) };
}

const OTHERS_ENTER = 0o001;

function everyoneMayEnter(folder: string): boolean {
  const above = path.dirname(folder);
  const mayEnter = (statSync(folder).mode & OTHERS_ENTER) !== 0;
  return mayEnter && (above === folder || everyoneMayEnter(above));
}

/** The address of another database on the server. */
export function addressOf({ connectionString }: Server, database: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return url.href;
}

/** PostgreSQL writes to its status file when it accepts connections. */
async function isReady(statusFile: string, hasEnded: () => boolean): Promise<void> {
  for (let tries = 0; tries < 300 && !hasEnded(); tries++) {
    if (existsSync(statusFile) && readFileSync(statusFile, 'utf8').includes('ready')) return;
    await wait(100);
  }
  throw new Error('The PostgreSQL server did not start; what it said is above.');
}
