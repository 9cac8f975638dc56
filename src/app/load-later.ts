/**
 * Loads code that the page works without, and tries again when the connection or the person
 * returns, after a minute at most and then less often.
 */
export const loadLater = <T>(load: () => Promise<T>, pauseMs = 60_000): Promise<T> =>
  load().catch(async () => {
    await new Promise((resolve) => {
      for (const sign of ['online', 'visibilitychange'])
        addEventListener(sign, resolve, { once: true });
      setTimeout(resolve, pauseMs);
    });
    return loadLater(load, 2 * pauseMs);
  });
