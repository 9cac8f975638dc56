import type { PushMessage } from '../domain/push-message.ts';
import { withReopen, type Database } from '../store/database.ts';

const PREFIX = 'push:';

/** Twice the time for which push services keep a message. */
const KEPT_MS = 2 * 24 * 60 * 60 * 1000;

interface KeptPush {
  message: PushMessage;
  /** When it came, in ms since 1970. */
  at: number;
}

const kept = (db: Database) => db.facts.where('key').startsWith(PREFIX);

/**
 * The message to show for a push: the latest of its tag that has come, in whichever order they come.
 * `isNew` is false for one that came before.
 */
export const takePush = (
  db: Database,
  message: PushMessage,
  now: number,
): Promise<{ message: PushMessage; isNew: boolean }> =>
  withReopen(() =>
    db.transaction('rw', db.facts, async () => {
      // A clock that was set back does not keep one for longer.
      await kept(db)
        .filter(({ value }) => Math.abs(now - (JSON.parse(value) as KeptPush).at) > KEPT_MS)
        .delete();
      if (message.sequence === null) return { message, isNew: true };
      const key = `${PREFIX}${message.tag}` as const;
      const fact = await db.facts.get(key);
      const last = fact && (JSON.parse(fact.value) as KeptPush).message;
      if (last && (last.sequence ?? 0) >= message.sequence) return { message: last, isNew: false };
      await db.facts.put({ key, value: JSON.stringify({ message, at: now } satisfies KeptPush) });
      return { message, isNew: true };
    }),
  );

/** Forgets all pushes, because this device gets no more. */
export const forgetPushes = (db: Database): Promise<unknown> => withReopen(() => kept(db).delete());
