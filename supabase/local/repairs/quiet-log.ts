import { requestContext } from './request-context.ts';

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
