import type { Core, FlushDeps } from './core.ts';
import type { Device, Surroundings } from './device.ts';
import type { Server } from './server.ts';
import type { Tab } from './tab.ts';

/** The surroundings that a run's visitors share. */
export interface World extends Surroundings {
  core: Core;
  server: Server;
}

/** Sends the queued entries of a visitor's device. */
export class Sending {
  readonly #world: World;
  readonly #device: Device;
  /** Records whose alert was requested. */
  readonly #alerts = new Set<string>();

  constructor(world: World, device: Device) {
    this.#world = world;
    this.#device = device;
    device.network.onRequest = (step, id) => {
      if (step === 'functions') this.#alerts.add(id);
    };
  }

  /** Flushes in a tab; null if the tab died. */
  flush(tab: Tab, eager: boolean) {
    const { core, proxy } = this.#world;
    const { network, now, random } = this.#device;
    const deps: FlushDeps = {
      queue: core.createQueue(tab.db),
      backend: core.createBackend(proxy.url, tab.guard(network.fetch)),
      place: 'page',
      onState: (id, known) => core.storeState(tab.db, id, known),
      now,
      random,
    };
    return tab.run(() => core.flush(deps, { eager }));
  }

  flushInBackground(): void {
    this.#device.inBackground((tab) => this.flush(tab, true));
  }

  /** Lets time pass on the server too, so that an alert's lease ends after two minutes. */
  async passTime(ms: number): Promise<void> {
    this.#device.moveClock(ms);
    if (this.#alerts.size === 0) return;
    await this.#world.server.query(
      `update public.alerts set claimed_at = claimed_at - $1 * interval '1 millisecond' where state = 'sending' and record_id = any ($2::uuid[])`,
      [ms, [...this.#alerts]],
    );
  }
}
