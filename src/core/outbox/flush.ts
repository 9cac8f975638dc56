import { deliver, type DeliveryDeps } from './deliver.ts';
import { isReadable, tableOf } from './entry.ts';
import { runQueue, type FlushOptions, type FlushReport } from './run-queue.ts';

/**
 * The one way a submission leaves the device. Safe to run twice at once: ids make each step's effect single.
 */
export function flush(deps: DeliveryDeps, options: FlushOptions): Promise<FlushReport> {
  return runQueue(
    {
      list: () => deps.queue.list(),
      deliver: (entry) => deliver(entry, deps),
      isReadable,
      sizeOf: ({ file }) => file?.size ?? 0,
      limitOf: (entry) => (entry.step === 'email' ? null : tableOf(entry)),
      now: deps.now,
    },
    options,
  );
}
