import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { createLogBound } from './log-bound.ts';
import { currentSender } from './sender.ts';

interface Entry {
  id: string;
  sender: string;
  code?: string;
}

const entries = new AsyncLocalStorage<Entry>();

/** A word of ours: what a client chose, such as a file's name, has a dot, a capital or a character besides these. */
const WORD = /^[a-z][a-z0-9_-]*$/;

/** The first four parts of an address, which are ours to name, without its query. */
export function routeOf(target: string): string {
  const [path = ''] = target.split('?');
  const parts = path
    .split('/')
    .slice(1, 5)
    .map((part) => (part === '' || WORD.test(part) ? part : '*'));
  return `/${parts.join('/')}`;
}

/** What an error is and where it came from. What it says may quote the request that it came from, and is told only outside of one. */
function describe(error: Error): Record<string, unknown> {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line));
  const code = 'code' in error ? { code: error.code } : {};
  return {
    error: entries.getStore() === undefined ? `${error.name}: ${error.message}` : error.name,
    ...code,
    stack: frames.map((line) => line.trim()),
  };
}

const ADDRESS = /[^\s<>"(),;:]+@[^\s<>"'(),;:/]+/g;

const admits = createLogBound((leftOut) =>
  write('warn', [`${leftOut} lines about requests were left out of the log in the last hour.`]),
);

/**
 * Writes one line, one JSON object, of what belongs together: strings are its message, an error its cause. Email addresses are left out,
 * and so is a line about a request once its sender, or all senders together, have had theirs of the hour.
 */
export function writeLine(
  level: 'warn' | 'error',
  values: readonly unknown[],
  fields: Record<string, unknown> = {},
  entry: Entry | undefined = entries.getStore(),
): void {
  if (entry === undefined || admits(entry.sender))
    write(level, values, { ...(entry && { request: entry.id }), ...fields });
}

function write(
  level: 'warn' | 'error',
  values: readonly unknown[],
  fields: Record<string, unknown> = {},
): void {
  const message = values.filter((value) => typeof value === 'string').join(' ');
  const error = values.find((value) => value instanceof Error);
  const line = {
    time: new Date().toISOString(),
    level,
    message,
    ...fields,
    ...(error && describe(error)),
  };
  const withoutAddresses = (_: string, value: unknown) =>
    typeof value === 'string' ? value.replace(ADDRESS, '[address]') : value;
  process.stderr.write(`${JSON.stringify(line, withoutAddresses)}\n`);
}

/** Notes the database's code for the failure of the request at hand; false when there is none. */
export function noteCode(code: string | undefined): boolean {
  const entry = entries.getStore();
  if (entry !== undefined && code !== undefined) entry.code = code;
  return entry !== undefined;
}

/**
 * Gives each request an id, tells the client in X-Request-Id, and logs with it what a fault of the server made of the request. Nothing is
 * taken from what the client sent but its method and, of its address, `routeOf`.
 */
export const withRequestLog =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const entry: Entry = { id: randomUUID(), sender: currentSender()?.site ?? '' };
    const begun = performance.now();
    response.setHeader('x-request-id', entry.id);
    entries.run(entry, () => {
      response.once('close', () => {
        const { statusCode: status } = response;
        if (status < 500) return;
        const ms = Math.round(performance.now() - begun);
        const { method, url = '' } = request;
        const fields = { method, route: routeOf(url), status, ms, code: entry.code };
        writeLine('error', ['A request failed.'], fields, entry);
      });
      listener(request, response);
    });
  };
