import type { Core, FlushDeps } from './core.ts';
import type { Device, Surroundings } from './device.ts';
import type { Server } from './server.ts';
import type { Tab } from './tab.ts';

/** What the visitors of a run have in common. */
export interface World extends Surroundings {
  core: Core;
  server: Server;
}

/** How a visitor's device sends what waits on it. */
export class Sending {
  readonly #world: World;
  readonly #device: Device;
  /** Records whose alert was asked for. */
  readonly #alerts = new Set<string>();

  constructor(world: World, device: Device) {
    this.#world = world;
    this.#device = device;
    device.network.onRequest = (step, id) => {
      if (step === 'functions') this.#alerts.add(id);
    };
  }

  /** Flushes in a tab; null when the tab died over it. */
  flush(tab: Tab, eager: boolean) {
    const { core, proxy } = this.#world;
    const { network, now, random } = this.#device;
    const deps: FlushDeps = {
      store: core.createStore(tab.db),
      backend: core.createBackend(proxy.url, tab.guard(network.fetch)),
      place: 'page',
      now,
      random,
    };
    return tab.run(() => core.flush(deps, { eager }));
  }

  flushInBackground(): void {
    this.#device.inBackground((tab) => this.flush(tab, true));
  }

  /** Time passes, for the server too: an alert that it is about to send is free again after two minutes. */
  async passTime(ms: number): Promise<void> {
    this.#device.moveClock(ms);
    if (this.#alerts.size === 0) return;
    await this.#world.server.query(
      `update public.alerts set claimed_at = claimed_at - $1 * interval '1 millisecond' where state = 'sending' and record_id = any ($2::uuid[])`,
      [ms, [...this.#alerts]],
    );
  }
}
