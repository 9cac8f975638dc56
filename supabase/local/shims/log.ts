import { noteCode, routeOf, writeLine } from '../server/log.ts';
import { requestContext } from './request-context.ts';

const plain = { warn: console.warn.bind(console), error: console.error.bind(console) };
let isJson = false;

const print = (level: 'warn' | 'error', values: unknown[]) =>
  isJson ? writeLine(level, values) : plain[level](...values);

/**
 * Fixes the libraries, which print advice for their own users (a later Node version, experimental
 * flags) at load and start; a person who starts this product cannot act on it.
 */
export function muteWarnings(): void {
  console.warn = () => undefined;
}

export function unmuteWarnings(): void {
  console.warn = (...values: unknown[]) => print('warn', values);
}

// Loaded before the libraries, which print while they load.
muteWarnings();

/**
 * Fixes @supabase/lite, which prints every refused statement with its parameters, that is with a
 * visitor's text. During a request its output is dropped; `reportFailure` logs the failure without
 * contents.
 */
export function keepContentsOutOfLog(): void {
  console.error = (...values: unknown[]) => {
    if (requestContext.getStore() === undefined) print('error', values);
  };
}

/**
 * Turns each warning and error line of this process into one JSON object: also those of functions,
 * which print plain text for the platform, of Node itself, and the last one before a crash.
 */
export function logAsJson(): void {
  isJson = true;
  unmuteWarnings();
  keepContentsOutOfLog();
  process.removeAllListeners('warning').on('warning', (warning) => console.warn(warning));
  process.on('uncaughtException', (error) => {
    console.error('The process ends.', error);
    process.exit(1);
  });
}

/**
 * Logs an answer caused by a fault of the server, with the database's code. Call it outside the
 * request's context.
 */
export function reportFailure(
  request: Request,
  response: Response,
  code: string | undefined,
): void {
  if (response.status < 500 || noteCode(code)) return;
  // A request of this process's own: no client waits for its answer.
  console.error(
    `${request.method} ${routeOf(new URL(request.url).pathname)} was answered ${response.status}${code ? ` (${code})` : ''}.`,
  );
}
