import { startTransition, useEffect, useState } from 'react';
import type { PublicRead, PublicRows } from '../core/server/public-reads.ts';
import type { RetryReason } from '../core/domain/reasons.ts';
import { ListUnreadError, readPublic, type PublicResponse } from './read-public.ts';

export interface ReadyList<Row> extends PublicResponse<Row> {
  status: 'ready';
  /** The list is empty because neither the server nor this device had it; null otherwise. */
  failure: ReadFailure | null;
  /** Reads the list again, and shows this one meanwhile. */
  reread: () => void;
}

export interface ReadFailure {
  reason: RetryReason;
  isRetrying: boolean;
  retry: () => void;
}

export type ShownList<Row> = { status: 'loading' } | ReadyList<Row>;

/**
 * A public list, read when the page opens, and again on request after a failure. An unreadable one
 * is empty, and its error goes to `onFailure`; pass the same function at each render.
 */
export function useShownRows<R extends PublicRead>(
  read: R,
  onFailure: (error: unknown) => void,
): ShownList<PublicRows[R]> {
  const [tries, setTries] = useState(1);
  const [result, setResult] = useState<Result<PublicRows[R]> | null>(null);
  useEffect(() => {
    let left = false;
    readPublic(read).then(
      // Rendering a long list must not delay a tap.
      (answer) => left || startTransition(() => setResult({ ...answer, failed: null })),
      (error: unknown) => {
        if (left) return;
        onFailure(error);
        const reason = error instanceof ListUnreadError ? error.reason : 'server';
        setResult({ rows: [], storedAt: null, failed: { reason, atTry: tries } });
      },
    );
    return () => {
      left = true;
    };
  }, [read, tries, onFailure]);

  if (!result) return { status: 'loading' };
  const { failed, ...answer } = result;
  const failure = failed && {
    reason: failed.reason,
    isRetrying: failed.atTry < tries,
    retry: () => setTries(failed.atTry + 1),
  };
  return { status: 'ready', ...answer, failure, reread: () => setTries((count) => count + 1) };
}

/** The last answer. `failed`: the reason for a missing one, and the attempt's number, from 1. */
type Result<Row> = PublicResponse<Row> & { failed: { reason: RetryReason; atTry: number } | null };

export function logFailure(error: unknown): void {
  console.error('A public list could not be read:', error);
}
