import { noteCode, routeOf, writeLine } from '../server/log.ts';
import { requestContext } from './request-context.ts';

const plain = { warn: console.warn.bind(console), error: console.error.bind(console) };
let isJson = false;

const print = (level: 'warn' | 'error', values: unknown[]) =>
  isJson ? writeLine(level, values) : plain[level](...values);

/**
 * Stock behaviour mended: on loading and on starting, the libraries print advice for their own users (their next Node version,
 * their experimental flags), which a person who starts this product can do nothing about.
 */
export function muteWarnings(): void {
  console.warn = () => undefined;
}

export function unmuteWarnings(): void {
  console.warn = (...values: unknown[]) => print('warn', values);
}

// Loaded before the libraries, which speak while they load.
muteWarnings();

/**
 * Stock behaviour mended: every refused statement is printed with its parameters, that is with what a visitor typed. While
 * a request is served nothing of @supabase/lite reaches the log; `reportFailure` says what went wrong without the contents.
 */
export function keepContentsOutOfLog(): void {
  console.error = (...values: unknown[]) => {
    if (requestContext.getStore() === undefined) print('error', values);
  };
}

/**
 * Makes each line that this process prints as a warning or an error one JSON object: also those of functions, which print the same where
 * they are deployed, of Node itself, and the last one before a crash.
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

/** Sees to it that an answer which only a fault of the server explains is logged with the database's code. Call it outside the request's context. */
export function reportFailure(
  request: Request,
  response: Response,
  code: string | undefined,
): void {
  if (response.status < 500 || noteCode(code)) return;
  // One of this process's own: nobody waits for an answer to it.
  console.error(
    `${request.method} ${routeOf(new URL(request.url).pathname)} was answered ${response.status}${code ? ` (${code})` : ''}.`,
  );
}
