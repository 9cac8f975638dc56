import { callAnonymously, type BuildBackend } from '../server/call-anonymously.ts';
import { describeError, describeViolation } from './describe-error.ts';
import { createErrorReports, type CountedError } from './error-reports.ts';

interface WatchOptions {
  /** The page's window, or the worker's scope. */
  scope: EventTarget;
  origin: string;
  /** The address of a file whose name differs between releases. */
  release: string;
  backend: BuildBackend;
}

const PAUSE_MS = 5_000;

/**
 * Reports the uncaught errors, unhandled rejections and policy violations of a page or worker from
 * now on. Returns a function that reports a caught error. A report is sent once and not stored.
 */
export function watchErrors({
  scope,
  origin,
  release,
  backend,
}: WatchOptions): (thrown: unknown) => void {
  const send = (errors: readonly CountedError[]) =>
    callAnonymously(
      backend,
      'count_browser_errors',
      { _release: release, _errors: errors },
      // The browser sends it even if the page closes.
      { keepalive: true },
    );
  const reports = createErrorReports({ send, pauseMs: PAUSE_MS });
  const note = (thrown: unknown) => void reports.note(describeError(thrown, origin));
  scope.addEventListener('error', (event) => {
    // Browsers hide errors in scripts of other sites.
    const { error } = event as ErrorEvent;
    if (error !== undefined && error !== null) note(error);
  });
  scope.addEventListener('unhandledrejection', (event) =>
    note((event as PromiseRejectionEvent).reason),
  );
  scope.addEventListener(
    'securitypolicyviolation',
    (event) => void reports.note(describeViolation(event as SecurityPolicyViolationEvent, origin)),
  );
  scope.addEventListener('pagehide', reports.flush);
  return note;
}
