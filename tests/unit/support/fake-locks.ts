type Callback = (lock: Lock | null) => unknown;

interface Waiting {
  clientId: string;
  run: Callback;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

/**
 * Web Locks as in browsers: each name in turn, with `signal` and `steal`. `locks` belong to one
 * client; `locksOf` returns another's.
 */
export function createFakeLocks() {
  const byName = new Map<string, ReturnType<typeof createFakeLock>>();
  const lockOf = (name: string) => {
    const lock = byName.get(name) ?? createFakeLock(name);
    byName.set(name, lock);
    return lock;
  };
  const locksOf = (clientId: string) =>
    ({
      request: (name: string, options: LockOptions, run: Callback) =>
        lockOf(name).request(clientId, options, run),
      query: async () => ({ held: [...byName.values()].flatMap(({ held }) => held()) }),
    }) as unknown as LockManager;
  return {
    locks: locksOf('this'),
    locksOf,
    waiting: () => [...byName.values()].reduce((sum, { waiting }) => sum + waiting(), 0),
  };
}

function createFakeLock(name: string) {
  const queue: Waiting[] = [];
  let holder: Waiting | null = null;
  let mode: LockMode = 'exclusive';

  function grant() {
    const next = holder ? undefined : queue.shift();
    if (!next) return;
    holder = next;
    Promise.resolve(next.run({ name, mode })).then(
      (value) => release(next, () => next.resolve(value)),
      (error: unknown) => release(next, () => next.reject(error)),
    );
  }

  function release(done: Waiting, settle: () => void) {
    settle();
    if (holder !== done) return;
    holder = null;
    grant();
  }

  function request(clientId: string, options: LockOptions, run: Callback) {
    mode = options.mode ?? 'exclusive';
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { clientId, run, resolve, reject };
      if (options.steal) {
        holder?.reject(new DOMException('stolen', 'AbortError'));
        holder = null;
        queue.unshift(waiting);
      } else {
        queue.push(waiting);
        options.signal?.addEventListener('abort', () => {
          const at = queue.indexOf(waiting);
          if (at < 0) return;
          queue.splice(at, 1);
          reject(options.signal?.reason);
        });
      }
      grant();
    });
  }

  return {
    request,
    held: () => (holder ? [{ name, mode, clientId: holder.clientId }] : []),
    waiting: () => queue.length,
  };
}
