import { releaseOf } from '../core/errors/describe-error.ts';
import { watchErrors } from '../core/errors/watch-errors.ts';
import { env } from './env.ts';

let report: ((thrown: unknown) => void) | undefined;

/**
 * Reports this page's errors to the owner from now on. `file` is the address of the page's first
 * script.
 */
export function startErrorReports(file: string): void {
  report = watchErrors({
    scope: window,
    origin: location.origin,
    release: releaseOf(file),
    backend: env,
  });
}

/** Reports an error that a screen caught. */
export const reportError = (thrown: unknown): void => report?.(thrown);
