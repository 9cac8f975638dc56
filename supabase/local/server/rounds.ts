interface Rounds {
  /** Waits for the work at hand; nothing starts after it. */
  close(): Promise<void>;
}

/** Does `work` at once and then every so many milliseconds, one round at a time. A failure is logged as `failed`, and tried again then. */
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
