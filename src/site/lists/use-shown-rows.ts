import { useEffect } from 'react';
import type { PublicRead, PublicRows } from '../../core/backend/public-reads.ts';
import { usePublicRows } from '../../runtime/use-public-rows.ts';

export interface ReadyList<Row> {
  status: 'ready';
  rows: Row[];
  storedAt: number | null;
}

export type ShownList<Row> = { status: 'loading' } | ReadyList<Row>;

/** A public list as a page shows it: one that could not be read is empty, and its error goes to `onFailure`. */
export function useShownRows<R extends PublicRead>(read: R, onFailure: (error: unknown) => void): ShownList<PublicRows[R]> {
  const list = usePublicRows(read);
  useEffect(() => {
    if (list.status === 'failed') onFailure(list.error);
  }, [list, onFailure]);
  return list.status === 'failed' ? { status: 'ready', rows: [], storedAt: null } : list;
}

export function logFailure(error: unknown): void {
  console.error('A public list could not be read:', error);
}
