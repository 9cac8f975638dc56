import { happen, HAPPENINGS, LONG_ENOUGH_MS } from '../happenings.ts';
import { chance, pick, weighted, type Random } from '../random.ts';
import type { Tab } from '../tab.ts';
import { creationPath, ENTITIES, ENTITY_NAMES, type CreateEntry, type NewFile } from './core.ts';
import type { Desk, PortalWorld } from './desk.ts';
import { digest, drawAddable } from './items.ts';
import type { Change, Item } from './ledger.ts';
import { takeRole } from './users.ts';

/** An administrator at work in the portal, who adds, deletes and changes their mind. */
export class Administrator {
  readonly #world: PortalWorld;
  readonly #desk: Desk;
  readonly #items: Item[];

  constructor(world: PortalWorld, desk: Desk, items: Item[]) {
    this.#world = world;
    this.#desk = desk;
    this.#items = items;
  }

  /**
   * Adds a record, or deletes up to three of a list, as a screen does: stored on the device, then
   * sent.
   */
  change(random: Random, mark: string): Promise<void> {
    return chance(random, 0.45) ? this.#add(random, mark) : this.#remove(random);
  }

  async #add(random: Random, mark: string): Promise<void> {
    const { core } = this.#world;
    const desk = this.#desk;
    const { creation, file, isRefusable } = drawAddable(random, mark);
    const entry = core.prepareCreation(
      creation,
      file ? [file] : [],
      desk.user.id,
      desk.device.now(),
    );
    if (!entry) throw new Error('The hammer entered something that breaks a rule');
    this.#items.push(itemOf(entry, mark, file));
    desk.device.network.mint(entry.id);
    const change = desk.asks({ id: entry.id, kind: 'addition', ids: [entry.id], isRefusable });
    await this.#send(change, (tab) => core.store(tab.db, tab.replica, entry, file?.bytes ?? null));
  }

  async #remove(random: Random): Promise<void> {
    const { core } = this.#world;
    const desk = this.#desk;
    const entity = pick(random, ENTITY_NAMES);
    const ofList = this.#items.filter((item) => item.entity === entity);
    const wanted = Array.from({ length: pick(random, [1, 1, 2, 3]) }, () =>
      ofList.length > 0 ? pick(random, ofList) : null,
    );
    const { shown } = await desk.look();
    const rows = [...new Set(wanted)].filter(
      (item): item is Item => item !== null && shown.has(item.id),
    );
    if (rows.length === 0) return;
    const entry = core.createDeletion(
      entity,
      rows.map(({ id, file }) => ({ id, path: file?.path ?? null })),
      desk.user.id,
      desk.device.now(),
    );
    const change = desk.asks({
      id: entry.id,
      kind: 'deletion',
      ids: rows.map(({ id }) => id),
      isRefusable: false,
    });
    await this.#send(change, (tab) => core.store(tab.db, tab.replica, entry, null));
  }

  /** Stores a change on the device, and flushes. */
  async #send(change: Change, store: (tab: Tab) => Promise<void>): Promise<void> {
    const desk = this.#desk;
    const { tab } = desk.device;
    await tab.run(() => store(tab));
    if (tab.isDead) return this.#desk.lookAfterCrash(change);
    await desk.flush(tab, true);
    await desk.look();
  }

  /** Performs one random event between two changes. */
  async live(random: Random): Promise<void> {
    const desk = this.#desk;
    const { device } = desk;
    device.nextTurn(random);
    const what = weighted(random, {
      look: 4,
      act: 4,
      pull: 4,
      'pull-aside': 3,
      flush: 3,
      background: 3,
      ...HAPPENINGS,
    });
    switch (what) {
      case 'look':
        return void (await desk.look());
      case 'act':
        return this.#thinkAgain(random);
      case 'pull':
        return void (await desk.pull(device.tab));
      case 'pull-aside':
        return device.inBackground((tab) => desk.pull(tab));
      case 'flush':
        return void (await desk.flush(device.tab, chance(random, 0.5)));
      case 'background':
        return device.inBackground((tab) => desk.flush(tab, true));
      default:
        return happen(what, { device, proxy: this.#world.proxy }, random);
    }
  }

  /** Undoes a deletion, or resends or discards a queued change. */
  async #thinkAgain(random: Random): Promise<void> {
    const { deletions, creations } = await this.#desk.look();
    const open = [
      ...deletions
        .filter(({ canTakeBack }) => canTakeBack)
        .map(({ id }) => ({ id, canTakeBack: true })),
      ...creations.map(({ id }) => ({ id, canTakeBack: false })),
    ];
    if (open.length === 0) return;
    const { id, canTakeBack } = pick(random, open);
    if (canTakeBack) return this.#desk.takeBack(id);
    return chance(random, 0.5) ? this.#retry(id) : this.#discard(id);
  }

  async #retry(id: string): Promise<void> {
    const { tab } = this.#desk.device;
    await tab.run(() => this.#world.core.retry(tab.db, this.#desk.user.id, id));
    await this.#desk.flush(tab, true);
  }

  /** A change that was sent meanwhile is not discarded, and the screen says so. */
  async #discard(id: string): Promise<void> {
    const desk = this.#desk;
    const { tab } = desk.device;
    const change = desk.changeOf(id);
    await tab.run(() => this.#world.core.discard(tab.db, id, desk.device.now()));
    if (change) await this.#desk.lookAfterCrash(change);
  }

  /** Revokes the role while no change is half sent. False if there is no such moment now. */
  async loseRole(): Promise<boolean> {
    const desk = this.#desk;
    await desk.device.backgroundDone();
    if ((await desk.look()).waiting.length > 0) return false;
    await takeRole(this.#world.server, desk.user);
    desk.account.hasLostRole = true;
    return true;
  }

  /** After the faults: sends everything, acknowledges refusals and updates the replica. */
  async settle(): Promise<void> {
    const desk = this.#desk;
    const { device, account } = desk;
    const { server, proxy } = this.#world;
    await device.calm();
    let left = ['yet to look'];
    for (let round = 0; round < ROUNDS && left.length > 0; round++) {
      await server.whenUp();
      const { kills } = server;
      device.moveClock(LONG_ENOUGH_MS);
      await desk.flush(device.tab, true);
      const { creations, waiting } = await desk.look();
      for (const { id, attention } of creations)
        if (attention) await (this.#isRefusable(id) ? this.#discard(id) : this.#retry(id));
      left = waiting;
      // A killed server does not count as a round.
      if (kills !== server.kills) round--;
    }
    await proxy.deliverLate(device.name, true);
    account.waiting = (await desk.look()).waiting;
  }

  #isRefusable(id: string): boolean {
    return this.#desk.account.hasLostRole || this.#desk.changeOf(id)?.isRefusable === true;
  }
}

const ROUNDS = 12;

function itemOf({ id, creation }: CreateEntry, mark: string, file: NewFile | null): Item {
  const { entity } = creation;
  return {
    id,
    entity,
    mark,
    file:
      file && ENTITIES[entity].files
        ? { path: creationPath(creation, `${id}.${file.extension}`), sha256: digest(file) }
        : null,
    isStock: false,
  };
}
