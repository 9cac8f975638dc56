import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';

interface Entry {
  id: string;
  code?: string;
}

const entries = new AsyncLocalStorage<Entry>();

/** A name of ours; those that clients choose contain dots, capitals or other characters. */
const WORD = /^[a-z][a-z0-9_-]*$/;

/**
 * The first four segments of an address, without its query. A segment that a client may have named
 * becomes `*`.
 */
export function routeOf(target: string): string {
  const [path = ''] = target.split('?');
  const parts = path.split('/').slice(1, 5);
  return `/${parts.map((part) => (part === '' || WORD.test(part) ? part : '*')).join('/')}`;
}

/** The message of an error may quote a request, so it is logged outside requests only. */
function describe(error: Error): Record<string, unknown> {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line));
  return {
    error: entries.getStore() === undefined ? `${error.name}: ${error.message}` : error.name,
    ...('code' in error && { code: error.code }),
    stack: frames.map((line) => line.trim()),
  };
}

const ADDRESS = /[^\s<>"(),;:]+@[^\s<>"'(),;:/]+/g;

/**
 * Writes one line of JSON: strings become the message, an error its cause. Email addresses are
 * removed.
 */
export function writeLine(
  level: 'warn' | 'error',
  values: readonly unknown[],
  fields: Record<string, unknown> = {},
  entry: Entry | undefined = entries.getStore(),
): void {
  const error = values.find((value) => value instanceof Error);
  const line = {
    time: new Date().toISOString(),
    level,
    ...(entry && { request: entry.id }),
    message: values.filter((value) => typeof value === 'string').join(' '),
    ...fields,
    ...(error && describe(error)),
  };
  const withoutAddresses = (_: string, value: unknown) =>
    typeof value === 'string' ? value.replace(ADDRESS, '[address]') : value;
  process.stderr.write(`${JSON.stringify(line, withoutAddresses)}\n`);
}

/** Records the database's error code for the current request; false outside a request. */
export function noteCode(code: string | undefined): boolean {
  const entry = entries.getStore();
  if (entry !== undefined && code !== undefined) entry.code = code;
  return entry !== undefined;
}

/**
 * Gives each request an id, sends it in X-Request-Id, and logs server faults with it. From the
 * request itself it logs only the method and `routeOf` its address.
 */
export const withRequestLog =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const entry: Entry = { id: randomUUID() };
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
