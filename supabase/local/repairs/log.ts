import { requestContext } from './request-context.ts';

const warn = console.warn;

/**
 * Stock behaviour mended: on loading and on starting, the libraries print advice for their own users (their next Node version,
 * their experimental flags), which a person who starts this product can do nothing about.
 */
export function muteWarnings(): void {
  console.warn = () => undefined;
}

export function unmuteWarnings(): void {
  console.warn = warn;
}

// Loaded before the libraries, which speak while they load.
muteWarnings();

const print = console.error.bind(console);

/**
 * Stock behaviour mended: every refused statement is printed with its parameters, that is with what a visitor typed. While
 * a request is served nothing of @supabase/lite reaches the log; `reportFailure` says what went wrong without the contents.
 */
export function keepContentsOutOfLog(): void {
  console.error = (...values: unknown[]) => {
    if (requestContext.getStore() === undefined) print(...values);
  };
}

/** Prints one line about an answer that only a fault of the server explains. Call it outside the request's context. */
export function reportFailure(request: Request, response: Response, code: string | undefined): void {
  if (response.status < 500) return;
  console.error(`${request.method} ${new URL(request.url).pathname} was answered ${response.status}${code ? ` (${code})` : ''}.`);
}
