import { vi } from 'vitest';

/** The time of the product's timeouts, which goes on only when it is moved. */
export interface MovedTime {
  /** Ends every timeout that is due by then. */
  pass(ms: number): void;
  /** From now on nothing that runs at this moment hears of the time: its tab is frozen. */
  freeze(): void;
}

/** Takes the timeouts of requests and of the lock out of the real time, until the test is over. */
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
