import type { Core } from './core.ts';
import type { Proxy } from './proxy.ts';
import type { Server } from './server.ts';
import type { Tally } from './tally.ts';

/** The surroundings that all devices of a run share. */
export interface World {
  seed: number;
  core: Core;
  server: Server;
  proxy: Proxy;
  faults: Tally;
  crashes: Tally;
  /** The time at which devices begin, within a day, in ms; fixed by default, so that no run depends on the date. */
  beginning?: number;
}
