type Callback = (lock: Lock | null) => unknown;

interface Waiting {
  run: Callback;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

/** Web Locks for one lock name, as browsers do it: in turn, with `signal` and `steal`. */
export function createFakeLocks() {
  const queue: Waiting[] = [];
  let holder: Waiting | null = null;

  function grant() {
    const next = holder ? undefined : queue.shift();
    if (!next) return;
    holder = next;
    Promise.resolve(next.run({ name: 'outbox', mode: 'exclusive' })).then(
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

  function request(_name: string, options: LockOptions, run: Callback) {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { run, resolve, reject };
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

  const locks = { request, query: () => Promise.resolve({}) } as unknown as LockManager;
  return { locks, waiting: () => queue.length };
}
