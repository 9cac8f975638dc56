import { londonClock } from '../../../src/core/domain/london-time.ts';
import { moveClock } from '../../support/moved-clock.ts';
import type { Server } from '../server.ts';

const HOUR = 60 * 60_000;

/** The time at which London's wall clock shows `HH:MM` on a day. */
function timeAt(day: string, clock: string): number {
  const utc = Date.parse(`${day}T${clock}Z`);
  return londonClock(utc) === `${day}T${clock}` ? utc : utc - HOUR;
}

/**
 * Moves the clocks of this process and of the server to a time in London. The server is killed and starts on `root`'s
 * checkout; this one by default.
 */
export async function moveTo(
  server: Server,
  day: string,
  clock: string,
  root: string | undefined,
): Promise<void> {
  moveClock(0);
  const aheadMs = timeAt(day, clock) - Date.now();
  moveClock(aheadMs);
  await server.restart({ aheadMs, ...(root !== undefined && { root }) });
}
