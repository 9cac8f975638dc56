import type { Device, Surroundings } from '../device.ts';
import type { Server } from '../server.ts';
import type { Tab } from '../tab.ts';
import {
  ENTITY_NAMES,
  type ChangeFlushDeps,
  type ChangesCore,
  type Entity,
  type Screens,
} from './core.ts';
import type { Account, Change, Item } from './ledger.ts';
import type { User } from './users.ts';

/** The surroundings that a run's administrators share. */
export interface PortalWorld extends Surroundings {
  core: ChangesCore;
  server: Server;
}

export interface DeskOptions {
  device: Device;
  user: User;
  account: Account;
  /** The records of both administrators, oldest first. */
  items: readonly Item[];
}

/** An administrator's device: it sends and pulls, and records the statements of its screens. */
export class Desk {
  readonly device: Device;
  readonly account: Account;
  readonly items: readonly Item[];
  readonly user: User;
  readonly #world: PortalWorld;
  /** Ids that were on the screen, and were not seen to disappear. */
  readonly #seen = new Set<string>();
  /** Ids that the screen called deleted. */
  readonly #deleted = new Set<string>();

  constructor(world: PortalWorld, { device, user, account, items }: DeskOptions) {
    this.#world = world;
    this.device = device;
    this.user = user;
    this.account = account;
    this.items = items;
  }

  /** Records a change before it is made, because another tab may finish it at once. */
  asks(change: Omit<Change, 'fate'>): Change {
    const asked: Change = { ...change, fate: 'waiting' };
    this.account.changes.push(asked);
    return asked;
  }

  changeOf(id: string): Change | undefined {
    return this.account.changes.find((change) => change.id === id);
  }

  flush(tab: Tab, eager: boolean) {
    const { core } = this.#world;
    const { now, random } = this.device;
    const deps: ChangeFlushDeps = {
      queue: core.createQueue(tab.db, this.user.id),
      backendOf: () => this.#backend(tab),
      replicaOf: () => tab.replica,
      preparePicture: core.preparePicture,
      now,
      random,
    };
    return tab.run(() => core.flush(deps, { eager }));
  }

  /** Updates the device's replica; true on success. */
  async pull(tab: Tab): Promise<boolean> {
    const { core } = this.#world;
    const deps = { replica: tab.replica, backend: this.#backend(tab), now: this.device.now };
    const result = await tab.run(() => core.pull(deps));
    return result?.outcome === 'pulled';
  }

  /** Reads every screen, and believes every statement. */
  async look(): Promise<Screens> {
    const seen = new Set(this.#seen);
    const deleted = new Set(this.#deleted);
    const screens = await this.device.surely((db, { replica }) =>
      this.#world.core.look(db, replica, this.user.id, {
        ...this.#whatToLookAt(),
        now: this.device.now(),
      }),
    );
    for (const id of screens.shown) {
      this.#seen.add(id);
      if (deleted.has(id)) this.#lie(`${id} was said to be deleted, and is on the screen again`);
    }
    for (const id of seen) if (!screens.shown.has(id)) this.account.missed.add(id);
    for (const [id, outcome] of screens.outcomes) this.#note(id, outcome);
    return screens;
  }

  /** Takes a waiting change back, unless it was sent meanwhile. */
  async takeBack(id: string): Promise<void> {
    const { tab } = this.device;
    const change = this.changeOf(id);
    const isBack = await tab.run(() => this.#world.core.takeBack(tab.db, id));
    if (!change) return;
    if (isBack) change.fate = 'taken-back';
    else if (tab.isDead) await this.lookAfterCrash(change);
  }

  /**
   * The tab died before the change was stored, or after it was undone: the person sees that it is
   * missing.
   */
  async lookAfterCrash(change: Change): Promise<void> {
    await this.look();
    if (change.fate === 'vanished') change.fate = 'taken-back';
  }

  #whatToLookAt() {
    const among = new Map<Entity, string[]>(
      ENTITY_NAMES.map((name) => [
        name,
        this.items.flatMap(({ id, entity }) => (entity === name ? [id] : [])),
      ]),
    );
    const asked = this.account.changes
      // Nobody tries a refused answer again.
      .filter(({ fate, kind }) => fate === 'waiting' || (fate === 'refused' && kind !== 'answer'))
      .map(({ id }) => id);
    return { among, asked };
  }

  #note(id: string, outcome: Screens['outcomes'][number][1]): void {
    const change = this.changeOf(id);
    if (!change) return;
    const { kind, ids, isRefusable } = change;
    switch (outcome.outcome) {
      case 'waiting':
      case 'not-stored':
        change.fate = 'waiting';
        return;
      case 'gone':
        change.fate = 'vanished';
        return;
      case 'refused':
        change.fate = 'refused';
        if (!isRefusable && !this.account.hasLostRole)
          this.#lie(
            `${kind} ${id} was refused, and nobody had refused it: ${outcome.attention.message}`,
          );
        return;
      case 'done':
        change.fate = 'done';
        for (const row of ids) (kind === 'deletion' ? this.#deleted : this.#seen).add(row);
        if (kind === 'addition' && !this.#world.proxy.stored.has(id))
          this.#lie(`${id} was said to be added before the server had it`);
    }
  }

  #backend(tab: Tab) {
    const { core, proxy } = this.#world;
    return core.createBackend({
      url: proxy.url,
      token: this.user.token,
      fetch: tab.guard(this.device.network.fetch),
    });
  }

  #lie(words: string): void {
    if (!this.account.lies.includes(words)) this.account.lies.push(words);
  }
}
