import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { secretKeyOf } from '../backend/support/users.ts';

export interface BackendQuery {
  id: number;
  sql: string;
  params: unknown[];
}

export type BackendReply =
  | { kind: 'ready'; url: string; inboxUrl: string }
  | { kind: 'rows'; id: number; rows: unknown[] }
  | { kind: 'failed'; id: number; message: string };

/** A mail as the local inbox returns it. */
export interface Mail {
  to: string;
  replyTo: string;
  subject: string;
  text: string;
  messageId: string;
}

/** Settings of one start of a backend. */
export interface Start {
  /** The checkout whose server runs; this one by default. */
  root?: string;
  /** The time by which its clock is ahead of the machine's, in ms. */
  aheadMs?: number;
}

/** The real embedded backend with its own data folder, serving the built site. */
export interface TestBackend {
  url: string;
  query<T>(sql: string, params?: unknown[]): Promise<T[]>;
  /** The service role's key. */
  secretKey(): string;
  /** Every mail in the inbox, newest first. */
  mails(): Promise<Mail[]>;
  /** Kills the process, like a power cut. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port, perhaps another checkout or clock; the inbox's port may change. */
  restart(as?: Start): Promise<void>;
  close(): Promise<void>;
}

/** Starts a backend on free ports with a fresh data folder; `env` overrides its settings. */
export async function startBackend(
  env: Record<string, string> = {},
  first: Start = {},
): Promise<TestBackend> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'backend-'));
  const start = (port: string, as: Start = {}) =>
    startProcess({ PORT: port, INBOX_PORT: '0', DATA_DIR: dataDir, ...env }, as);
  let process = await start('0', first);
  const { url } = process;
  return {
    url,
    query: (sql, params = []) => process.query(sql, params),
    secretKey: () => secretKeyOf(dataDir),
    mails: async () => (await fetch(`${process.inboxUrl}/api/messages`)).json() as Promise<Mail[]>,
    kill: () => process.end('SIGKILL'),
    async restart(as) {
      process = await onceFree(() => start(new URL(url).port, as));
    },
    async close() {
      await process.end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const MOST_STARTS = 10;

/**
 * While a server is down, an outgoing connection of another process may temporarily use its port.
 */
async function onceFree<T>(start: () => Promise<T>, starts = 1): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if (starts === MOST_STARTS || !String(error).includes('EADDRINUSE')) throw error;
    return onceFree(start, starts + 1);
  }
}

const ROOT = path.resolve(import.meta.dirname, '../..');
const MOVED_CLOCK = new URL('moved-clock.ts', import.meta.url).href;

async function startProcess(env: Record<string, string>, { root = ROOT, aheadMs = 0 }: Start) {
  const child = fork(path.join(root, 'tests/support/backend-process.ts'), {
    execArgv: ['--import', 'tsx', '--import', MOVED_CLOCK],
    env: { ...process.env, ...env, CLOCK_AHEAD_MS: String(aheadMs) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const exited = once(child, 'exit');
  const { url, inboxUrl } = await readiness(child);

  const pending = new Map<number, (reply: BackendReply) => void>();
  child.on('message', (reply: BackendReply) => {
    if (reply.kind !== 'ready') pending.get(reply.id)?.(reply);
  });
  let queries = 0;

  return {
    url,
    inboxUrl,
    async query<T>(sql: string, params: unknown[]): Promise<T[]> {
      const id = queries++;
      const replied = new Promise<BackendReply>((resolve) => pending.set(id, resolve));
      child.send({ id, sql, params } satisfies BackendQuery);
      const reply = await replied;
      pending.delete(id);
      if (reply.kind === 'rows') return reply.rows as T[];
      throw new Error(reply.kind === 'failed' ? reply.message : 'The backend answered out of turn');
    },
    async end(signal: NodeJS.Signals) {
      child.kill(signal);
      await exited;
    },
  };
}

/**
 * The process's first message, sent once it is ready. Rejects with its error output if it ends
 * before.
 */
function readiness(child: ChildProcess): Promise<Extract<BackendReply, { kind: 'ready' }>> {
  let words = '';
  child.stderr?.on('data', (text: Buffer) => (words += text.toString()));
  return new Promise((resolve, reject) => {
    child.once('message', (message: BackendReply) => {
      if (message.kind === 'ready') resolve(message);
    });
    child.once('exit', (code) =>
      reject(new Error(`The backend ended with code ${code} before it was ready:\n${words}`)),
    );
  });
}
