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
