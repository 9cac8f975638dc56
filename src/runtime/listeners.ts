/** A set of listeners, and a function that calls them. */
export function createListeners<T = void>() {
  const listeners = new Set<(event: T) => void>();
  return {
    emit(event: T): void {
      for (const listener of listeners) listener(event);
    },
    /** Returns a function that stops. */
    add(listener: (event: T) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Calls back whenever the person returns to this page. Returns a function that stops. */
export function onReturn(listener: () => void): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') listener();
  };
  document.addEventListener('visibilitychange', onVisible);
  return () => document.removeEventListener('visibilitychange', onVisible);
}

/** Resolves with a value after this many milliseconds. */
export const after = <T>(ms: number, value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(resolve, ms, value));

/** Runs the work once at a time: calls during a run share its result, whatever their arguments. */
export function sharedRun<Args extends unknown[], T>(
  work: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  let running: Promise<T> | null = null;
  return (...args) => (running ??= work(...args).finally(() => (running = null)));
}
