import { startTransition, useEffect, useState } from 'react';
import type { PublicRead, PublicRows } from '../core/backend/public-reads.ts';
import { readPublic, type PublicAnswer } from './read-public.ts';

export type PublicList<Row> =
  | { status: 'loading' }
  | ({ status: 'ready' } & PublicAnswer<Row>)
  /** Neither the server nor this device has the list. */
  | { status: 'failed'; error: unknown };

/** A public list, read once when the page opens. */
export function usePublicRows<R extends PublicRead>(read: R): PublicList<PublicRows[R]> {
  const [list, setList] = useState<PublicList<PublicRows[R]>>({ status: 'loading' });
  useEffect(() => {
    let left = false;
    readPublic(read).then(
      // A list may be long, and is no reason to keep a tap waiting.
      (answer) => left || startTransition(() => setList({ status: 'ready', ...answer })),
      (error: unknown) => left || setList({ status: 'failed', error }),
    );
    return () => {
      left = true;
    };
  }, [read]);
  return list;
}
