/** Those who want to hear of something, and a way to tell them. */
export function createListeners<News = void>() {
  const listeners = new Set<(news: News) => void>();
  return {
    tell(news: News): void {
      for (const listener of listeners) listener(news);
    },
    /** Returns how to stop. */
    add(listener: (news: News) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Calls back whenever the person comes back to this page. Returns how to stop. */
export function onReturn(listener: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') listener();
  };
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}

/** Resolves with a value after so many milliseconds. */
export const after = <T>(ms: number, value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
