import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import path from 'node:path';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { startBackend } from '../support/backend.ts';
import { aBooking } from '../support/records.ts';
import { ATTACKS, type Target } from './attack-list.ts';
import { ms, printTable, type Row } from './report.ts';

const EVERY_MS = 100;
/** The least time that an attack is measured, and the time after its last answer. */
const WATCHED_MS = 5_000;
const AFTER_MS = 1_000;
/** Port 1 of this machine, where no mail server answers. */
const NO_MAIL = { SMTP_HOST: '127.0.0.1', SMTP_PORT: '1' };
const BOOKINGS = 8;

const apikey = LOCAL_PUBLISHABLE_KEY;

/** Starts the process of an attack. `run` resolves when it ends. */
async function startAttacker(name: string): Promise<{ run: (target: Target) => Promise<void> }> {
  const child = fork(path.join(import.meta.dirname, 'attacker.ts'), [name], {
    execArgv: ['--import', 'tsx'],
  });
  await once(child, 'message');
  return {
    async run(target) {
      child.send(target);
      const [code] = (await once(child, 'exit')) as [number];
      if (code !== 0) throw new Error(`The attack of ${name} ended with code ${code}.`);
    },
  };
}

let visitors = 0;

interface Answered {
  /** Milliseconds. */
  took: number;
  /** 0: the connection ended without an answer. */
  status: number;
}

/** Sends a request from a new address, over its own connection. */
function askOnce(
  url: string,
  options: { method?: string; headers?: Record<string, string> },
  body = '',
): Promise<Answered> {
  const begun = performance.now();
  const [high, low] = [(++visitors >> 8) & 255, visitors & 255];
  const visitor = `127.1.${high}.${low}`;
  return new Promise((resolve) => {
    const settle = (status: number) => resolve({ took: performance.now() - begun, status });
    const headers = { ...options.headers, 'x-forwarded-for': `10.1.${high}.${low}` };
    request(url, { ...options, headers, localAddress: visitor, agent: false }, (answer) => {
      answer
        .resume()
        .once('end', () => settle(answer.statusCode ?? 0))
        .once('error', () => settle(0));
    })
      .once('error', () => settle(0))
      .end(body);
  });
}

/** Books as another visitor; gives the id besides the answer. */
async function book(url: string): Promise<Answered & { id: string }> {
  const body = JSON.stringify(aBooking());
  const answered = await askOnce(
    `${url}/rest/v1/bookings`,
    {
      method: 'POST',
      headers: {
        apikey,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        prefer: 'return=minimal',
      },
    },
    body,
  );
  return { ...answered, id: (JSON.parse(body) as { id: string }).id };
}

const openPage = (url: string) => askOnce(`${url}/`, {});

const slowest = (answers: readonly { took: number }[]) =>
  ms(Math.max(...answers.map(({ took }) => took)));
const refused = (answers: readonly { status: number }[], status: number) =>
  answers.filter((answer) => answer.status !== status).length;

/**
 * Prints the slowest answer to a booking and to a page, each requested every 100 ms by other
 * visitors, while one sender attacks, and the number of failures. The server, the attacker and this
 * clock are separate processes. Visitors have addresses of 127.1.0.0/16, which works on Linux only.
 * `ATTACK=1,500 npm run bench -- attacks` runs the attacks with these words in their name.
 */
export async function benchAttacks(): Promise<void> {
  const rows: Row[] = [];
  const words = process.env['ATTACK'] ?? '';
  for (const [name, { isProxied }] of Object.entries(ATTACKS)) {
    if (!name.includes(words)) continue;
    const backend = await startBackend({
      FLOOD_LOOPBACK: 'on',
      TRUSTED_PROXY_HOPS: isProxied ? '1' : '0',
      ...NO_MAIL,
    });
    try {
      const { url } = backend;
      const known = await Promise.all(Array.from({ length: BOOKINGS }, () => book(url)));
      await openPage(url);
      const attacker = await startAttacker(name);
      const bookings: ReturnType<typeof book>[] = [];
      const pages: ReturnType<typeof openPage>[] = [];
      const timer = setInterval(() => {
        bookings.push(book(url));
        pages.push(openPage(url));
      }, EVERY_MS);
      const begun = performance.now();
      await attacker.run({ url, bookings: known.map(({ id }) => id) });
      const attacked = performance.now() - begun;
      await new Promise((resolve) =>
        setTimeout(resolve, Math.max(AFTER_MS, WATCHED_MS - attacked)),
      );
      clearInterval(timer);
      const [booked, opened] = [await Promise.all(bookings), await Promise.all(pages)];
      const failures = refused(booked, 201) + refused(opened, 200);
      rows.push([
        name,
        `booking ${slowest(booked)}, page ${slowest(opened)}`,
        `${failures} of ${booked.length + opened.length} failed; the attack took ${ms(attacked)}`,
      ]);
    } finally {
      await backend.close();
    }
  }
  printTable('Slowest answer to other visitors while one sender attacks', rows);
}
