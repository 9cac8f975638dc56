import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Client, escapeIdentifier } from 'pg';
import { getRequestListener } from '@hono/node-server';
import { readMigrations } from '../../../supabase/local/database/migrate.ts';
import type { DeployedFunction } from '../../../supabase/local/server/deployed-functions.ts';
import { addressOf } from './start-server.ts';
import type { Template } from './template.ts';

type Answer = [status: number, body: string | Uint8Array, headers?: Record<string, string>];

/** Answers in place of Storage, by the address `bucket/name`. Null: Storage answers. */
type Fault = (method: string, file: string) => Answer | 'hang' | null;

const SECRET_KEY = 'sb_secret_of_the_tests';
const PUBLISHABLE_KEY = 'sb_publishable_of_the_tests';
/** The same values as in config.toml. */
const AUTH_SETTINGS = { disable_signup: true, external: { email: true, anonymous_users: false } };
const SENDER = '81.2.69.142';

const json = (status: number, body: unknown): Answer => [
  status,
  JSON.stringify(body),
  { 'content-type': 'application/json' },
];
/** Storage refuses with status 400: see ../shared/contracts/storage-answers.jsonl. */
const refusal = (statusCode: string, error: string, message: string) =>
  json(400, { statusCode, error, message });

/**
 * Stands in for a hosted project: a migrated database on PostgreSQL, and the answers of its API and
 * Storage that the owner's commands need. Stored contents are in memory.
 */
export async function startHostedProject(template: Template) {
  const database = `hosted_${randomUUID().replaceAll('-', '')}`;
  await as(template.connectionString, (client) =>
    client.query(
      `create database ${database} owner ${template.owner} template ${template.database}`,
    ),
  );
  const superuser = addressOf(template, database);
  const address = new URL(superuser);
  address.username = template.owner;
  const query = <T>(sql: string, values: unknown[] = []) =>
    as(superuser, async (client) => (await client.query(sql, values)).rows as T[]);
  await query('select public.begin_epoch()');
  await query('create schema supabase_migrations');
  await query(
    'create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text)',
  );
  for (const { version, name, sql } of readMigrations())
    await query('insert into supabase_migrations.schema_migrations values ($1, $2, $3)', [
      version,
      [sql],
      name,
    ]);
  await query(`grant usage on schema supabase_migrations to ${template.owner}`);
  await query(`grant select on supabase_migrations.schema_migrations to ${template.owner}`);

  const contents = new Map<string, Uint8Array>();
  const state = {
    fault: (() => null) as Fault,
    asked: [] as string[],
    /** The stored address for the links of mails. */
    siteUrl: 'env(SITE_URL)',
    functions: new Map<string, DeployedFunction>(),
  };

  /**
   * Works as PostgREST and Storage do: a transaction under the key's role, with the request's
   * headers.
   */
  const request = <T>(
    { headers }: IncomingMessage,
    work: (client: Client) => Promise<T>,
  ): Promise<T> =>
    as(superuser, async (client) => {
      const role = headers['apikey'] === SECRET_KEY ? 'service_role' : 'anon';
      // As PostgREST, also where the database is read-only by default.
      await client.query('begin isolation level read committed read write');
      await client.query(
        `select set_config('request.headers', $1, true), set_config('storage.operation', 'storage.object.upload', true), set_config('role', $2, true)`,
        [
          JSON.stringify({ 'x-forwarded-for': SENDER, ...headers, 'cf-connecting-ip': SENDER }),
          role,
        ],
      );
      const result = await work(client);
      await client.query('commit');
      return result;
    });

  async function callFunction(incoming: IncomingMessage, name: string): Promise<Answer> {
    const values = JSON.parse(await text(incoming)) as Record<string, unknown>;
    const words = Object.keys(values).map((key, at) => `${escapeIdentifier(key)} => $${at + 1}`);
    const rows = await request(
      incoming,
      async (client) =>
        (
          await client.query<{ found: unknown }>(
            `select public.${escapeIdentifier(name)}(${words.join(', ')}) as found`,
            Object.values(values),
          )
        ).rows,
    );
    return json(200, rows[0]?.found);
  }

  async function answerStorage(incoming: IncomingMessage, file: string): Promise<Answer> {
    if (incoming.method === 'GET') {
      const stored = contents.get(file);
      return stored ? [200, stored] : refusal('404', 'not_found', 'Object not found');
    }
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const bytes = Buffer.concat(parts);
    const [bucket = '', ...name] = file.split('/');
    const metadata = {
      size: bytes.length,
      contentLength: bytes.length,
      mimetype: incoming.headers['content-type'],
      cacheControl: incoming.headers['cache-control'],
      eTag: `"${createHash('md5').update(bytes).digest('hex')}"`,
    };
    try {
      await request(incoming, (client) =>
        client.query(
          'insert into storage.objects (bucket_id, name, metadata) values ($1, $2, $3)',
          [bucket, name.join('/'), metadata],
        ),
      );
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (code === '23505') return refusal('409', 'Duplicate', 'The resource already exists');
      return json(500, { statusCode: '500', message: `database error, code: ${code}` });
    }
    contents.set(file, bytes);
    return json(200, { Key: file });
  }

  async function readPostings(incoming: IncomingMessage): Promise<Answer> {
    const rows = await request(
      incoming,
      async (client) => (await client.query('select id from public.careers limit 1')).rows,
    );
    return json(200, rows);
  }

  async function answer(incoming: IncomingMessage): Promise<Answer | 'hang'> {
    const path = decodeURIComponent(new URL(incoming.url ?? '/', 'http://project').pathname);
    if (path === '/auth/v1/verify')
      return [303, '', { location: `${state.siteUrl}#error_code=otp_expired` }];
    const key = incoming.headers['apikey'];
    if (key !== SECRET_KEY && key !== PUBLISHABLE_KEY)
      return json(401, { message: 'Invalid API key' });
    const [, name] = /^\/rest\/v1\/rpc\/(\w+)$/.exec(path) ?? [];
    if (name !== undefined) return callFunction(incoming, name);
    if (path === '/rest/v1/careers') return readPostings(incoming);
    if (path === '/auth/v1/settings') return json(200, AUTH_SETTINGS);
    const [, file] = /^\/storage\/v1\/object\/(.+)$/.exec(path) ?? [];
    if (file === undefined) return json(404, {});
    const method = incoming.method ?? '';
    state.asked.push(`${method} ${file}`);
    return state.fault(method, file) ?? answerStorage(incoming, file);
  }

  const functions = getRequestListener(
    async (call) => {
      const name = new URL(call.url).pathname.slice('/functions/v1/'.length);
      return (await state.functions.get(name)?.(call)) ?? new Response('{}', { status: 404 });
    },
    { overrideGlobalObjects: false },
  );

  const server = createServer((incoming, outgoing) => {
    if (incoming.url?.startsWith('/functions/v1/')) return void functions(incoming, outgoing);
    void answer(incoming)
      .catch((error: unknown): Answer => json(500, { message: String(error) }))
      .then((found) => {
        if (found === 'hang') return;
        const [status, body, headers = {}] = found;
        outgoing.writeHead(status, headers).end(body);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return Object.assign(state, {
    url,
    /** The environment of the owner's commands. */
    env: {
      VITE_SUPABASE_URL: url,
      VITE_SUPABASE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      SUPABASE_SECRET_KEY: SECRET_KEY,
      SUPABASE_DB_URL: address.href,
      SUPABASE_DB_PASSWORD: 'none-is-asked-for',
    },
    contents,
    /** Runs a query as the superuser. */
    query,
    /** Stores a file with the owner's key. */
    store: async (file: string, bytes: string, type: string) => {
      const response = await fetch(`${url}/storage/v1/object/${file}`, {
        method: 'POST',
        headers: { apikey: SECRET_KEY, 'content-type': type, 'cache-control': 'max-age=3600' },
        body: bytes,
      });
      if (!response.ok) throw new Error(await response.text());
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await as(template.connectionString, (client) =>
        client.query(`drop database ${database} with (force)`),
      );
    },
  });
}

export type HostedProject = Awaited<ReturnType<typeof startHostedProject>>;

async function as<T>(address: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
