import { useEffect, useMemo, useState } from 'react';
import { isClosed } from '../core/store/database.ts';
import {
  listMyRequests,
  type MyRequests,
  type SubmissionCard,
} from '../core/waiting/my-requests.ts';
import { useAvailability, useStored } from './use-stored.ts';
import { db } from './database.ts';
import { outbox } from './outbox.ts';
import { readFlushView, useFlushEnds } from './flush-view.ts';

export type Requests =
  | { status: 'loading' }
  /** This browser cannot store anything. */
  | { status: 'unavailable' }
  /**
   * The browser's storage cannot be opened now, or has not answered for some seconds; both may
   * pass.
   */
  | { status: 'silent' }
  | ({ status: 'ready' } & MyRequests);

/**
 * One request, and how its list was read: with `ready`, null means that this device has no such
 * request.
 */
export function useRequest(reference: string): {
  request: SubmissionCard | null;
  status: Requests['status'];
} {
  const loaded = useRequests();
  const request =
    loaded.status === 'ready' && loaded.submissions.find((one) => one.reference === reference);
  return { request: request || null, status: loaded.status };
}

const PATIENCE_MS = 5_000;

/** Every submission on this device, newest first, kept up to date over all tabs. */
export function useRequests(): Requests {
  const [ends, showSending] = useFlushEnds();
  const [isLate, setLate] = useState(false);
  const { value: requests, error } = useStored(
    () => listMyRequests(db, outbox.queue, readFlushView),
    [ends],
  );
  const isSending =
    requests !== undefined &&
    (requests.submissions.some(({ state }) => state === 'sending') ||
      requests.answers.some(({ unsent }) => unsent.isSending));
  useEffect(() => showSending(isSending), [isSending, showSending]);
  const isBlocked = useAvailability() === 'blocked';
  const isAnswered = requests !== undefined || error !== null;
  useEffect(() => {
    if (isAnswered) return;
    const timer = setTimeout(setLate, PATIENCE_MS, true);
    return () => clearTimeout(timer);
  }, [isAnswered]);
  return useMemo(() => {
    if (requests) return { status: 'ready', ...requests };
    if (error !== null && (isBlocked || !isClosed(error))) return { status: 'unavailable' };
    return { status: error !== null || isLate ? 'silent' : 'loading' };
  }, [requests, error, isBlocked, isLate]);
}
