import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createFairQueue } from '../server/fair-queue.ts';

/** Whether a password matches a hash. `keys` name the sender, from wide to narrow. */
export type CheckPassword = (
  keys: readonly string[],
  password: string,
  hash: string,
) => Promise<boolean>;

/**
 * Checks one password at a time in a worker thread, because each takes tens of milliseconds;
 * senders take turns.
 */
export function createPasswordChecks(): CheckPassword {
  const queue = createFairQueue();
  let worker: Worker | undefined;

  /** A failed thread is replaced at the next check. */
  function startWorker(): Worker {
    const started = new Worker(new URL('./password-worker.mjs', import.meta.url), { execArgv: [] });
    started.on('error', () => (worker = undefined)).unref();
    return started;
  }

  async function check(password: string, hash: string): Promise<boolean> {
    worker ??= startWorker();
    worker.postMessage({ password, hash });
    const [isRight] = (await once(worker, 'message')) as [boolean];
    return isRight;
  }

  return (keys, password, hash) => queue(keys, () => check(password, hash));
}
