import { entityOf } from '../store/admin-entries.ts';
import type { AdminEntry } from '../store/admin-rows.ts';
import { isReadable } from './admin-entry.ts';
import type { AdminDeliveryDeps } from './admin-delivery.ts';
import { deliverCreation } from './deliver-creation.ts';
import { deliverDeletion } from './deliver-deletion.ts';
import { runQueue, type Delivery, type FlushOptions, type FlushReport } from './run-queue.ts';

export interface AdminFlushReport extends FlushReport {
  /** The session is over: what waits is kept, and nothing is due until somebody signs in. */
  signedOut: boolean;
}

/** The one way an administrator's changes leave the device. Safe to run twice at once, as every step may be repeated. */
export async function flushAdmin(deps: AdminDeliveryDeps, options: FlushOptions): Promise<AdminFlushReport> {
  let signedOut = false;
  const deliver = async (entry: AdminEntry): Promise<Delivery> => {
    const delivery = await (entry.kind === 'delete' ? deliverDeletion(entry, deps) : deliverCreation(entry, deps));
    signedOut = delivery === 'signed-out';
    return delivery;
  };
  const report = await runQueue(
    {
      list: () => deps.queue.list(),
      deliver,
      isReadable,
      sizeOf: (entry) => (entry.kind === 'create' ? (entry.file?.size ?? 0) : 0),
      limitOf: entityOf,
      now: deps.now,
    },
    options,
  );
  return { ...report, nextInMs: signedOut ? null : report.nextInMs, signedOut };
}
