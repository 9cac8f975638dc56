import { Dexie } from 'dexie';
import { createNetwork, type Network } from './network.ts';
import { portalOf, VISITORS, type Page, type Part } from './page.ts';
import type { User } from './office-calls.ts';
import { between, chance, pick, randomOf, type Random } from './random.ts';
import { REFUSALS, replicaOf, Storage } from './storage.ts';
import { openTab, type Tab } from './tab.ts';
import type { World } from './world.ts';

const BEGINNING = Date.parse('2026-11-21T12:00:00Z');

/** Longer than any backoff, in milliseconds: a server's Retry-After is honoured for an hour. */
const LONG_ENOUGH_MS = 61 * 60_000;

const SETTLING_ROUNDS = 12;

/**
 * A device of a visitor, an administrator or the crew with one database, a possibly wrong clock, a faulty
 * network, a storage that may fail, and tabs that die.
 */
export class Device {
  readonly name: string;
  /** Null unless it is an administrator's. */
  readonly user: User | null;
  readonly network: Network;
  readonly storage: Storage;
  /** From 0 up to 1, for the product's own random choices. */
  readonly random: Random;
  #isOnLine: boolean;
  readonly #world: World;
  readonly #part: Part;
  readonly #mortality: number;
  readonly #syncs: Random;
  readonly #background = new Set<Promise<unknown>>();
  /** Records whose alert was requested. */
  readonly #alerts = new Set<string>();
  /**
   * Entries with something that is not on the disk: it refused a write, or a page sent them from
   * memory. With the tab that knows it; null for none.
   */
  readonly #unwritten = new Map<string, Tab | null>();
  #clock: number;
  #tabs = 0;
  #tab: Page | null = null;

  constructor(
    world: World,
    name: string,
    user: User | null = null,
    part: Part = user ? portalOf(user) : VISITORS,
  ) {
    this.#world = world;
    this.#part = part;
    this.name = name;
    this.user = user;
    this.storage = new Storage(this.#database);
    const random = randomOf(world.seed, name, 'device');
    const weather = 0.15 + 0.6 * random();
    this.#mortality = random();
    this.#clock = (world.beginning ?? BEGINNING) + between(random, 0, 86_400) * 1000;
    this.random = randomOf(world.seed, name, 'jitter');
    this.#syncs = randomOf(world.seed, name, 'syncs');
    this.#isOnLine = chance(random, 0.8);
    this.network = createNetwork({
      ...world,
      hasContracts: user === null,
      device: name,
      weather,
      onTimeout: (ms) => (this.#clock += ms),
      onRequest: (step, id) => step === 'functions' && this.#alerts.add(id),
    });
  }

  /** No two readings of the clock are the same. */
  now = (): number => this.#clock++;

  /** The current tab, or a new one if that has died. */
  get tab(): Page {
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
    if (isOnLine === this.network.isOffline) this.#world.faults.add('onLine-lie');
    this.#isOnLine = isOnLine;
    return isBack;
  }

  closeTab(): void {
    this.#tab?.close();
    this.#tab = null;
  }

  /** Flushes in the current tab. */
  async flush(eager: boolean): Promise<void> {
    const { tab } = this;
    await tab.run(() => tab.outbox.requestFlush({ eager }));
  }

  /** Runs work in another tab, or the worker, at the same time. There is no lock. */
  inBackground(work: (tab: Page) => Promise<unknown>): void {
    const tab = this.#open();
    const done = work(tab).finally(() => tab.close());
    this.#background.add(done);
    void done.finally(() => this.#background.delete(done)).catch(() => undefined);
  }

  flushInBackground(): void {
    this.inBackground((tab) => this.#part.flushInBackground(this.#world, this, tab));
  }

  /** The browser may wake the worker for a new entry. */
  syncInBackground(): void {
    if (!this.network.isCalm && chance(this.#syncs, 0.3)) this.flushInBackground();
  }

  /** Nothing runs in another tab or the worker. */
  get isAlone(): boolean {
    return this.#background.size === 0;
  }

  async backgroundDone(): Promise<void> {
    while (this.#background.size > 0) await Promise.all(this.#background);
  }

  /** Reads in one tab after another until one survives long enough to answer. */
  async surely<T>(read: (tab: Page) => Promise<T>): Promise<T> {
    for (;;) {
      const { tab } = this;
      // Null too if its database was closed; the screen then reads again.
      const result = await tab.run(async () => ({ value: await read(tab) }));
      if (result) return result.value;
    }
  }

  /**
   * True if this tab knows everything about the entry; null: if the disk does. A tab whose database
   * was closed takes a while to learn what it stored.
   */
  knows(id: string, tab: Tab | null): boolean {
    if (!this.#unwritten.has(id)) return true;
    return tab !== null && this.#unwritten.get(id) === tab && !tab.wasClosed;
  }

  /** Something about an entry is in this tab's memory alone. */
  noteUnwritten(id: string, tab: Tab): void {
    this.#unwritten.set(id, this.#unwritten.has(id) && !this.knows(id, tab) ? null : tab);
  }

  /** Runs work without faults: a first visit. */
  async calmly(work: () => Promise<unknown>): Promise<void> {
    this.network.isCalm = true;
    await work();
    this.network.isCalm = false;
    this.closeTab();
  }

  /** The ids of entries that are still queued. */
  readWaiting(): Promise<string[]> {
    return this.surely(async ({ outbox }) => (await outbox.queue.list()).map(({ id }) => id));
  }

  /** Begins another part of the device's life, in which connection and storage may be back. */
  nextTurn(random: Random): void {
    this.network.turn++;
    this.network.isOffline &&= chance(random, 0.6);
    if (chance(random, 0.4)) this.storage.makeRoom();
  }

  /** Storage fails while something is stored, more often than at other times. */
  troubleStorage(random: Random): void {
    if (chance(random, 0.1)) this.fillUp(random);
    if (chance(random, 0.1)) this.fallSilent(random);
  }

  /** The disk fills up: at once, after a few entries, or after some files. */
  fillUp(random: Random): void {
    this.storage.fill(pick(random, [0, 4_000, 100_000]), pick(random, REFUSALS));
    this.#world.faults.add('full-disk');
  }

  /** The storage answers late: still in time for the page, after it sent from memory, or too late. */
  fallSilent(random: Random): void {
    this.storage.fallSilent(pick(random, [50, 120, 200, 300, 450, 800]));
    this.#world.faults.add('silent-storage');
  }

  /** Moves the device's clock, without any other effect. */
  moveClock(ms: number): void {
    this.#clock += ms;
  }

  /** Lets time pass on the server too, so that an alert's lease ends after two minutes. */
  async passTime(ms: number): Promise<void> {
    this.moveClock(ms);
    if (this.#alerts.size === 0) return;
    await this.#world.server.query(
      `update public.alerts set claimed_at = claimed_at - $1 * interval '1 millisecond' where state = 'sending' and record_id = any ($2::uuid[])`,
      [ms, [...this.#alerts]],
    );
  }

  /**
   * Ends the faults, and lets time pass until the person has nothing left to decide and nothing
   * waits. `isOnLine` may still be wrong.
   */
  async settle(decide: () => Promise<{ isAllSent: boolean }>): Promise<void> {
    const { server, proxy } = this.#world;
    this.network.isCalm = true;
    this.network.isOffline = false;
    this.storage.heal();
    this.closeTab();
    await this.backgroundDone();
    await proxy.deliverLate(this.name, false);
    for (let rounds = 0; rounds < SETTLING_ROUNDS; rounds++) {
      await server.whenUp();
      const { kills } = server;
      await this.passTime(LONG_ENOUGH_MS);
      await this.flush(true);
      if ((await decide()).isAllSent) break;
      // A killed server does not count as a round.
      if (kills !== server.kills) rounds--;
    }
    await proxy.deliverLate(this.name, true);
  }

  async dispose(): Promise<void> {
    this.closeTab();
    await this.backgroundDone();
    this.storage.remove();
    await Dexie.delete(this.#database);
    await Dexie.delete(replicaOf(this.#database));
  }

  get #database(): string {
    return `hammer-${this.#world.seed}-${this.name}`;
  }

  #open(): Page {
    const { seed, core, faults, crashes } = this.#world;
    const random = randomOf(seed, this.name, 'tab', this.#tabs++);
    const { isCalm } = this.network;
    const dies = !isCalm && chance(random, this.#mortality);
    const diesAt = dies ? between(random, 1, 40) : null;
    // An administrator's device keeps its database.
    const closes = this.user === null && !isCalm && chance(random, 0.4);
    const closesAt = closes ? between(random, 1, 40) : null;
    // Dexie itself retries three more times.
    const failedOpens = pick(random, [0, 3, 8, 20]);
    const tab = openTab({
      openDatabase: core.openDatabase,
      database: this.#database,
      diesAt,
      onDeath: (place) => crashes.add(place),
      closesAt,
      onClose: () => {
        faults.add('database-closed');
        if (!this.network.isCalm) this.storage.failedOpens = failedOpens;
      },
      onEntries: (ids, isWritten) => {
        for (const id of ids) this.#noteWrite(id, isWritten, tab);
      },
    });
    return this.#part.open(this.#world, this, tab);
  }

  /** Another tab's write over one that was refused makes everybody forget that one. */
  #noteWrite(id: string, isWritten: boolean, tab: Tab): void {
    if (!isWritten) this.noteUnwritten(id, tab);
    else if (this.#unwritten.has(id) && this.#unwritten.get(id) !== tab)
      this.#unwritten.set(id, null);
  }
}
