interface Rounds {
  /** Waits for the current round; none starts afterwards. */
  close(): Promise<void>;
}

/**
 * Runs `work` now and then every `everyMs` milliseconds, one round at a time. A failure is logged
 * with the text `failed`, and the next round retries.
 */
export function startRounds(work: () => Promise<void>, everyMs: number, failed: string): Rounds {
  let round: Promise<void> | undefined;
  const begin = () => {
    round ??= work()
      .catch((error: unknown) => console.error(failed, error))
      .finally(() => (round = undefined));
  };
  begin();
  const timer = setInterval(begin, everyMs);
  timer.unref();
  return {
    close: async () => {
      clearInterval(timer);
      await round;
    },
  };
}
