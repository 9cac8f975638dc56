/**
 * Moves the clock of the process that imports it, by CLOCK_AHEAD_MS or `moveClock`: dates alone; timers keep
 * their pace.
 */
const Real = globalThis.Date;
let aheadMs = Number(process.env['CLOCK_AHEAD_MS'] ?? 0);

class Moved extends Real {
  constructor(...values: [] | ConstructorParameters<typeof Date>) {
    if (values.length === 0) super(Moved.now());
    else super(...values);
  }

  static override now(): number {
    return Real.now() + aheadMs;
  }
}

globalThis.Date = Moved as DateConstructor;

/** Sets the time by which this process's clock is ahead of the machine's. */
export function moveClock(ms: number): void {
  aheadMs = ms;
}
