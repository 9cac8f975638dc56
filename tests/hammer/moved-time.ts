import { vi } from 'vitest';

/** The clock of the product's timeouts, which only moves when told. */
export interface MovedTime {
  /** Moves the clock and ends every timeout that is due. */
  pass(ms: number): void;
  /** Freezes the tab: timeouts that exist now never end. */
  freeze(): void;
}

/** Replaces the timeouts of requests and of the lock until the test ends. */
export function moveTime(): MovedTime {
  let now = 0;
  let timeouts: { at: number; controller: AbortController }[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    timeouts.push({ at: now + ms, controller });
    return controller.signal;
  });
  return {
    pass(ms) {
      now += ms;
      for (const { controller } of timeouts.filter(({ at }) => at <= now))
        controller.abort(new DOMException('The operation timed out', 'TimeoutError'));
      timeouts = timeouts.filter(({ at }) => at > now);
    },
    freeze() {
      timeouts = [];
    },
  };
}
