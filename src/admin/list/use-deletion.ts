import { useState } from 'react';
import type { Entity } from '../../core/domain/entities.ts';
import type { PendingDeletion } from '../../core/outbox/pending.ts';
import { removeRows, takeBack } from '../../runtime/portal/admin-actions.ts';
import { usePendingDeletions } from '../../runtime/portal/use-pending.ts';
import { notify } from '../../ui/toast.ts';
import { announceDeletion } from './announce-deletion.ts';
import { filePathOf } from './file-path.ts';

export interface Deletion {
  /** Deletions that wait for a connection. */
  waiting: PendingDeletion[];
  /** Deletes rows and tells the person what became of it. */
  remove: (rows: readonly { id: string }[]) => Promise<void>;
  /** Takes back a deletion that waits, or says that it is too late. */
  takeBack: (id: string) => Promise<void>;
}

/** A deletion that the person made just now. Until it is known that it has to wait, it is not called waiting. */
interface Current {
  /** What waited before it. */
  before: ReadonlySet<string>;
  isDecided: boolean;
}

/** Deleting from a list, with a connection and without. */
export function useDeletion(entity: Entity): Deletion {
  const pending = usePendingDeletions(entity);
  const [current, setCurrent] = useState<Current | null>(null);
  const waiting = current ? pending.filter(({ id }) => current.before.has(id)) : pending;
  // Its entry may outlive the server's word by a moment.
  if (current?.isDecided && waiting.length === pending.length) setCurrent(null);

  return {
    waiting,
    remove: async (rows) => {
      const before = new Set(waiting.map(({ id }) => id));
      setCurrent({ before, isDecided: false });
      const result = await removeRows(entity, rows.map((row) => ({ id: row.id, path: filePathOf(entity, row) })));
      setCurrent(result.outcome === 'saved' ? null : { before, isDecided: true });
      announceDeletion(entity, rows.length, result);
    },
    takeBack: async (id) => {
      if (!(await takeBack(id))) void notify.info('It is too late to take this back: the deletion has begun.');
    },
  };
}
