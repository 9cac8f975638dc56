import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import type { RowOf } from '../../core/backend/admin-backend.ts';
import type { Entity } from '../../core/domain/entities.ts';
import { readTexts } from '../../core/sync/read-texts.ts';
import { useAdministrator } from '../auth/use-auth.ts';
import { db } from '../outbox.ts';

type Texts = ReadonlyMap<string, string>;

/**
 * One text of each row of a list on this device, by id, newest first; undefined until they are read, and without `textOf`.
 * They are read once, and again when the copy has changed.
 */
export function useTexts<E extends Entity>(entity: E, textOf: ((row: RowOf<E>) => string) | undefined): Texts | undefined {
  const userId = useAdministrator()?.id;
  const [known, setKnown] = useState<{ textOf: unknown; changes: number | undefined; texts: Texts }>();
  // Not the rows themselves: watching ten thousand of them costs more than reading them.
  const changes = useLiveQuery(
    async () => (userId === undefined ? undefined : (await db.cursors.get([userId, entity]))?.changes),
    [userId, entity],
  );

  useEffect(() => {
    if (userId === undefined || !textOf || (known?.textOf === textOf && known.changes === changes)) return;
    let left = false;
    void readTexts(db, { userId, table: entity, textOf }).then(
      (texts) => left || setKnown({ textOf, changes, texts }),
      (error: unknown) =>
        setKnown(() => {
          // Shown as a live query's failure is.
          throw error;
        }),
    );
    return () => {
      left = true;
    };
  }, [userId, entity, textOf, changes, known]);
  return textOf && known?.textOf === textOf ? known.texts : undefined;
}
