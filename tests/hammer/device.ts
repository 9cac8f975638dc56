import { Dexie } from 'dexie';
import type { Database } from './core.ts';
import { createNetwork, type Network } from './network.ts';
import type { Proxy } from './proxy.ts';
import { between, chance, pick, randomOf, type Random } from './random.ts';
import { failOpens } from './storage.ts';
import { replicaOf, openTab, type Tab } from './tab.ts';
import type { Tally } from './tally.ts';

/** The surroundings that all devices of a run share. */
export interface Surroundings {
  seed: number;
  openDatabase: (name: string) => Database;
  proxy: Proxy;
  faults: Tally;
  crashes: Tally;
  /**
   * The owners of these devices. Administrators' devices get no answers of the contracts, and keep
   * their database.
   */
  owners: 'visitors' | 'administrators';
}

/** A fixed start, so that no run depends on the current date. */
const BEGINNING = Date.parse('2026-11-21T12:00:00Z');

/** A device with one database, a possibly wrong clock, a faulty network and tabs that die. */
export class Device {
  readonly name: string;
  readonly network: Network;
  /** From 0 up to 1, for the product's own random choices. */
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

  /** The current tab, or a new one if that has died. */
  get tab(): Tab {
    if (!this.#tab || this.#tab.isDead) {
      this.#tab?.close();
      this.#tab = this.#open();
    }
    return this.#tab;
  }

  /** The value of `navigator.onLine`, which proves nothing in either direction. */
  get isOnLine(): boolean {
    return this.#isOnLine;
  }

  /**
   * Sets `navigator.onLine`, regardless of the network. True if the device now reports a connection
   * again.
   */
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

  /** Runs work in another tab, or the worker, at the same time. There is no lock. */
  inBackground(work: (tab: Tab) => Promise<unknown>): void {
    const tab = this.#open();
    const done = work(tab).finally(() => tab.close());
    this.#background.add(done);
    void done.finally(() => this.#background.delete(done)).catch(() => undefined);
  }

  async backgroundDone(): Promise<void> {
    await Promise.all(this.#background);
  }

  /** Reads in one tab after another until one survives long enough to answer. */
  async surely<T>(read: (db: Database, tab: Tab) => Promise<T>): Promise<T> {
    for (;;) {
      const { tab } = this;
      // Null too if its database was closed; the screen then reads again.
      const result = await tab.run(async () => ({ value: await read(tab.db, tab) }));
      if (result) return result.value;
    }
  }

  /** Begins another part of the device's life, in which the connection may be back. */
  nextTurn(random: Random): void {
    this.network.turn++;
    this.network.isOffline &&= chance(random, 0.6);
  }

  /** Moves the device's clock, without any other effect. */
  moveClock(ms: number): void {
    this.#clock += ms;
  }

  /**
   * Ends the faults: no request fails, no tab dies, no database closes. `isOnLine` may still be
   * wrong.
   */
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
    // Dexie itself retries three more times.
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
