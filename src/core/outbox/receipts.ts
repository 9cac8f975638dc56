import { CHANGE_RECEIPT_RETENTION_DAYS, RECEIPT_RETENTION_DAYS } from '../domain/limits.ts';
import { withReopen, type Database } from '../store/database.ts';
import type { Receipt } from '../store/device-schema.ts';

const DAY = 24 * 60 * 60 * 1000;

const isForVisitor = ({ userId }: Receipt) => userId === null;

/**
 * Deletes visitors' receipts after `RECEIPT_RETENTION_DAYS` unless they are needed, and
 * administrators' after `CHANGE_RECEIPT_RETENTION_DAYS`: open screens have shown them. Only receipts age:
 * a waiting entry never does.
 */
export async function pruneReceipts(
  db: Database,
  now: number,
  isNeeded: (receipt: Receipt) => boolean,
): Promise<void> {
  const deleteOlder = (days: number, isOfThese: (receipt: Receipt) => boolean) =>
    withReopen(() =>
      db.receipts
        .where('settledAt')
        .below(now - days * DAY)
        .and(isOfThese)
        .delete(),
    );
  await deleteOlder(
    RECEIPT_RETENTION_DAYS,
    (receipt) => isForVisitor(receipt) && !isNeeded(receipt),
  );
  await deleteOlder(CHANGE_RECEIPT_RETENTION_DAYS, (receipt) => !isForVisitor(receipt));
}

/** Deletes visitors' receipts, but for those with these ids. */
export const clearReceipts = (db: Database, kept: ReadonlySet<string>): Promise<unknown> =>
  withReopen(() =>
    db.receipts.filter((receipt) => isForVisitor(receipt) && !kept.has(receipt.id)).delete(),
  );
