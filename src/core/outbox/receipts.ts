import { withReopen, type Database } from '../store/database.ts';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Forgets receipts older than 30 days. Only receipts age: a waiting entry never does. */
export async function pruneReceipts(db: Database, now: number): Promise<void> {
  await withReopen(() => db.receipts.where('sentAt').below(now - KEPT_MS).delete());
}

/** Forgets every receipt. */
export async function clearReceipts(db: Database): Promise<void> {
  await withReopen(() => db.receipts.clear());
}
