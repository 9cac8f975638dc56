import { Dexie } from 'dexie';
import type { Database } from './core.ts';
import { createNetwork, type Network } from './network.ts';
import type { Proxy } from './proxy.ts';
import { between, chance, pick, randomOf, type Random } from './random.ts';
import { failOpens } from './storage.ts';
import { replicaOf, openTab, type Tab } from './tab.ts';
import type { Tally } from './tally.ts';

/** What every device of a run has in common. */
export interface Surroundings {
  seed: number;
  openDatabase: (name: string) => Database;
  proxy: Proxy;
  faults: Tally;
  crashes: Tally;
  /** Whose devices these are. Administrators' meet no answers of the contracts, and keep their database. */
  owners: 'visitors' | 'administrators';
}

/** Devices begin at a moment of their own, so that no run depends on the day it is made on. */
const BEGINNING = Date.parse('2026-11-21T12:00:00Z');

/** A device with one database, a clock that may be wrong, a network that is bad until it is calm, and tabs that die. */
export class Device {
  readonly name: string;
  readonly network: Network;
  /** 0 up to 1, for what the product leaves to chance. */
  readonly random: Random;
  #isOnLine: boolean;
  readonly #around: Surroundings;
  readonly #mortality: number;
  readonly #background = new Set<Promise<unknown>>();
  #clock: number;
  #tabs = 0;
  #tab: Tab | null = null;

  constructor(around: Surroundings, name: string) {
    this.#around = around;
    this.name = name;
    const random = randomOf(around.seed, name, 'device');
    const weather = 0.15 + 0.6 * random();
    this.#mortality = random();
    this.#clock = BEGINNING + between(random, 0, 86_400) * 1000;
    this.random = randomOf(around.seed, name, 'jitter');
    this.#isOnLine = chance(random, 0.8);
    this.network = createNetwork({
      ...around,
      hasContracts: around.owners === 'visitors',
      device: name,
      weather,
      onTimeout: (ms) => (this.#clock += ms),
    });
  }

  now = (): number => this.#clock;

  /** The tab in use; a new one when that has died. */
  get tab(): Tab {
    if (!this.#tab || this.#tab.isDead) {
      this.#tab?.close();
      this.#tab = this.#open();
    }
    return this.#tab;
  }

  /** What `navigator.onLine` says: it proves nothing, in either direction. */
  get isOnLine(): boolean {
    return this.#isOnLine;
  }

  /** The device says so of its network from now on, whatever the network does. True when it says that a connection came back. */
  sayOnLine(isOnLine: boolean): boolean {
    const isBack = isOnLine && !this.#isOnLine;
    if (isOnLine === this.network.isOffline) this.#around.faults.add('onLine-lie');
    this.#isOnLine = isOnLine;
    return isBack;
  }

  closeTab(): void {
    this.#tab?.close();
    this.#tab = null;
  }

  /** Lets another tab, or the worker, do something at the same time. There is no lock. */
  inBackground(work: (tab: Tab) => Promise<unknown>): void {
    const tab = this.#open();
    const done = work(tab).finally(() => tab.close());
    this.#background.add(done);
    void done.finally(() => this.#background.delete(done)).catch(() => undefined);
  }

  async backgroundDone(): Promise<void> {
    await Promise.all(this.#background);
  }

  /** Asks in one tab after the other, until one lives long enough to answer. */
  async surely<T>(read: (db: Database, tab: Tab) => Promise<T>): Promise<T> {
    for (;;) {
      const { tab } = this;
      // Null too where its database was closed: the screen reads again.
      const result = await tab.run(async () => ({ value: await read(tab.db, tab) }));
      if (result) return result.value;
    }
  }

  /** The device's clock is set, or has gone on: nothing else changes. */
  moveClock(ms: number): void {
    this.#clock += ms;
  }

  /** Ends the faults: no request fails any more, no tab dies, and no database closes. `isOnLine` goes on lying. */
  async calm(): Promise<void> {
    this.network.isCalm = true;
    this.network.isOffline = false;
    failOpens(this.#database, 0);
    this.closeTab();
    await this.backgroundDone();
    await this.#around.proxy.deliverLate(this.name, false);
  }

  async dispose(): Promise<void> {
    this.closeTab();
    await this.backgroundDone();
    await Dexie.delete(this.#database);
    await Dexie.delete(replicaOf(this.#database));
  }

  get #database(): string {
    return `hammer-${this.#around.seed}-${this.name}`;
  }

  #open(): Tab {
    const { seed, openDatabase, faults, crashes, owners } = this.#around;
    const random = randomOf(seed, this.name, 'tab', this.#tabs++);
    const { isCalm } = this.network;
    const dies = !isCalm && chance(random, this.#mortality);
    const diesAt = dies ? between(random, 1, 25) : null;
    const closes = owners === 'visitors' && !isCalm && chance(random, 0.4);
    const closesAt = closes ? between(random, 1, 30) : null;
    // The database library itself tries three times more.
    const failedOpens = pick(random, [0, 3, 8, 20]);
    return openTab({
      openDatabase,
      database: this.#database,
      diesAt,
      onDeath: (place) => crashes.add(place),
      closesAt,
      onClose: () => {
        faults.add('database-closed');
        if (!this.network.isCalm) failOpens(this.#database, failedOpens);
      },
    });
  }
}
