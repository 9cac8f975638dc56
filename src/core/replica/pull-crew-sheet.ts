import { sheetOf } from '../domain/crew-sheet.ts';
import type { RetryReason } from '../domain/reasons.ts';
import type { CrewBackend } from '../server/crew-backend.ts';
import {
  endRegistration,
  readDevice,
  readSheetTime,
  refuseRegistration,
  storeSheet,
} from '../store/crew-store.ts';
import type { Database } from '../store/database.ts';

/** `ended`: the server does not know this phone's secret; `none`: it has no registration. */
export type SheetPull =
  { outcome: 'stored' | 'ended' | 'none' } | { outcome: 'failed'; reason: RetryReason };

const REQUEST_MS = 30_000;

/**
 * Replaces this phone's sheet by the server's, as a whole, or deletes everything of the crew's where
 * the office ended the registration. A failure changes nothing. Page and worker may pull at once: a
 * pull that another one overtook is repeated.
 */
export async function pullCrewSheet(
  db: Database,
  backend: Pick<CrewBackend, 'readDays'>,
  now: () => number,
): Promise<SheetPull> {
  const device = await readDevice(db);
  // A secret that was never sent is unknown to the server.
  if (!device || (device.name === null && !device.isTried)) return { outcome: 'none' };
  const { secret } = device;
  const former = await readSheetTime(db);
  const askedAt = now();
  const read = await backend.readDays(secret, REQUEST_MS);
  if (read.outcome === 'retry') return { outcome: 'failed', reason: read.reason };
  if (read.outcome === 'rejected') return { outcome: 'failed', reason: 'server' };
  if (read.value !== null) {
    const result = await storeSheet(db, secret, sheetOf(read.value, askedAt, now()), former);
    if (result === 'overtaken') return pullCrewSheet(db, backend, now);
    return { outcome: result === 'stored' ? 'stored' : 'none' };
  }
  // A registration that was confirmed meanwhile has not ended.
  const end = device.name === null ? refuseRegistration : endRegistration;
  return { outcome: (await end(db, secret)) ? 'ended' : 'none' };
}
