import { ENTITY_NAMES } from '../../../src/core/domain/entities.ts';
import { createAddition } from '../../../src/core/mutations/addition.ts';
import { createDeletion } from '../../../src/core/mutations/deletion.ts';
import { DUE } from '../../../src/core/outbox/entry.ts';
import type { Actor, Cast } from '../actor.ts';
import { Device } from '../device.ts';
import { judgeItem } from '../findings/items.ts';
import { flushing, liveOn } from '../happenings.ts';
import { Ledger, type Change, type Item } from '../ledger.ts';
import { makeAdministrator, takeRole } from '../office-calls.ts';
import { between, chance, pick, randomOf, type Random } from '../random.ts';
import { compareReplica, readArchive } from '../records.ts';
import type { World } from '../world.ts';
import { Desk } from './desk.ts';
import { drawAddable, itemOf, storeItems } from './items.ts';

const ROUNDS = { least: 15, most: 40 };
const CHANGES_A_ROUND = 0.3;

/** Two administrators who change the same lists on two devices at once. */
export const portal: Cast = {
  ...{ letters: 'p', unit: 'changes', share: 1 / 3, each: 12, atOnce: 4 },
  async open(world, index) {
    const { seed } = world;
    const group = `p${index}.s${seed}`;
    const items = await storeItems(world, randomOf(seed, group, 'stock'), group);
    const pair = await Promise.all(
      ['a', 'b'].map((letter) => Administrator.create(world, `p${index}${letter}`, items)),
    );
    return {
      actors: pair,
      rounds: between(randomOf(seed, group, 'rounds'), ROUNDS.least, ROUNDS.most),
      async judge() {
        const changes = pair.flatMap(({ statements }) => statements.changes);
        const refused = changes.filter(({ fate }) => fate === 'refused');
        world.remarks.add('refused changes', refused.length);
        for (const administrator of pair) administrator.noteMissed(changes);
        const archive = await readArchive(world, items);
        return items.flatMap((item) => judgeItem({ ...item, changes }, archive));
      },
    };
  },
};

/** An administrator at work in the portal, who adds, deletes and changes their mind. */
class Administrator implements Actor {
  readonly name: string;
  readonly device: Device;
  readonly statements: Ledger;
  readonly #world: World;
  readonly #desk: Desk;
  readonly #items: Item[];
  #additions = 0;

  private constructor(world: World, desk: Desk, items: Item[]) {
    const { device, statements } = desk;
    this.name = device.name;
    this.device = device;
    this.statements = statements;
    this.#world = world;
    this.#desk = desk;
    this.#items = items;
  }

  /** `items`: the records of both administrators. */
  static async create(world: World, name: string, items: Item[]): Promise<Administrator> {
    const user = await makeAdministrator(world.server, `${name}.s${world.seed}@example.com`);
    const device = new Device(world, name, user);
    for (const { id } of items) device.network.mint(id);
    const desk = new Desk(world, { device, user, statements: new Ledger(name), items });
    await desk.open();
    return new Administrator(world, desk, items);
  }

  /** Adds a record, deletes up to three of a list, or lets something happen. */
  async act(random: Random): Promise<void> {
    if (chance(random, CHANGES_A_ROUND))
      return chance(random, 0.45) ? this.#add(random) : this.#remove(random);
    if (chance(random, 0.01)) await this.#loseRole();
    return this.#live(random);
  }

  async #add(random: Random): Promise<void> {
    const mark = `${this.name}.${this.#additions++}.s${this.#world.seed}`;
    const { user, device, changes } = this.#desk;
    const { creation, file, isRefusable } = drawAddable(random, mark);
    const fresh = createAddition(creation, file ? [file] : [], user.id, device.now());
    if (!fresh) throw new Error('The hammer entered something that breaks a rule');
    const { id } = fresh.entry;
    this.#items.push(itemOf(fresh.entry, mark, file));
    device.network.mint(id);
    await changes.send(
      { id, kind: 'addition', ids: [id], fate: 'waiting', isRefusable, kept: null },
      fresh,
      random,
    );
    await this.#desk.look();
  }

  async #remove(random: Random): Promise<void> {
    const { user, device, changes } = this.#desk;
    const entity = pick(random, ENTITY_NAMES);
    const ofList = this.#items.filter((item) => item.entity === entity);
    const wanted = Array.from({ length: pick(random, [1, 1, 2, 3]) }, () =>
      ofList.length > 0 ? pick(random, ofList) : null,
    );
    const { shown } = await this.#desk.look();
    const rows = [...new Set(wanted)].filter(
      (item): item is Item => item !== null && shown.has(item.id),
    );
    if (rows.length === 0) return;
    const removed = rows.map(({ id, file }) => ({ id, path: file?.path ?? null }));
    const fresh = createDeletion(entity, removed, user.id, device.now());
    const change: Change = {
      ...{ id: fresh.entry.id, kind: 'deletion', ids: rows.map(({ id }) => id) },
      ...{ fate: 'waiting', isRefusable: false, kept: null },
    };
    await changes.send(change, fresh, random);
    // Nobody hands in a deletion again: the next one is another.
    change.kept = null;
    await this.#desk.look();
  }

  #live(random: Random): Promise<void> {
    const desk = this.#desk;
    const { device } = desk;
    return liveOn(this.#world, device, random, {
      look: [4, () => desk.look()],
      act: [4, () => this.#thinkAgain(random)],
      discardAll: [0.3, () => desk.discardAll()],
      pull: [4, () => desk.pull(device.tab)],
      'pull-aside': [3, async () => desk.pullInBackground()],
      flush: [3, flushing(device, random)],
    });
  }

  /** Undoes a deletion, resends or discards an addition, or hands in again what a form kept. */
  async #thinkAgain(random: Random): Promise<void> {
    const { changes, device } = this.#desk;
    const { deletions, additions } = await this.#desk.look();
    const acts = [
      ...deletions
        .filter(({ canUndo }) => canUndo)
        .map(
          ({ id }) =>
            () =>
              this.#undo(id, false),
        ),
      ...additions.flatMap(({ id }) => [() => this.#retry(id), () => this.#undo(id, true)]),
      ...changes.all.flatMap((change) =>
        change.kept?.page === device.tab ? [() => this.#handIn(change, random)] : [],
      ),
    ];
    if (acts.length > 0) await pick(random, acts)();
  }

  async #handIn(change: Change, random: Random): Promise<void> {
    const fresh = change.kept?.fresh;
    if (!fresh) return;
    const again = { ...fresh, entry: { ...fresh.entry, state: DUE } };
    await this.#desk.changes.send(change, again, random);
  }

  async #undo(id: string, toldMaybeTooLate: boolean): Promise<void> {
    const { changes } = this.#desk;
    const change = changes.of(id);
    if (change) await changes.undo(change, toldMaybeTooLate);
  }

  async #retry(id: string): Promise<void> {
    const { tab } = this.#desk.device;
    await tab.run(() => tab.outbox.retry(id));
  }

  /** Revokes the role unless a change is half sent. */
  async #loseRole(): Promise<void> {
    const desk = this.#desk;
    await desk.device.backgroundDone();
    if ((await desk.look()).waiting.length > 0) return;
    await takeRole(this.#world.server, desk.user);
    desk.hasLostRole = true;
  }

  async settle(): Promise<void> {
    const { device, changes } = this.#desk;
    await device.settle(async () => {
      for (const { id, attention } of (await this.#desk.look()).additions) {
        const isRefusable = this.#desk.hasLostRole || changes.of(id)?.isRefusable;
        if (attention) await (isRefusable ? this.#undo(id, true) : this.#retry(id));
      }
      return { isAllSent: (await this.#desk.look()).waiting.length === 0 };
    });
    this.statements.waiting = (await this.#desk.look()).waiting;
  }

  /** Pulls a last time, and compares the replica with the database. */
  async readLast(): Promise<void> {
    const { device, statements } = this;
    if (!this.#desk.hasLostRole) {
      await this.#desk.pullSurely();
      for (const why of await compareReplica(this.#world.server, device.tab.replica))
        statements.find('false statement', why);
    }
    await this.#desk.look();
    const files = await device.tab.db.files.count();
    if (files > 0 && statements.waiting.length === 0)
      statements.find('left behind', `${files} files on the device`);
  }

  /** Records that disappeared from the screen, though nobody deleted them, nor undid an addition. */
  noteMissed(changes: readonly Change[]): void {
    for (const item of this.#items) {
      const own = changes.filter(({ ids }) => ids.includes(item.id));
      const isDue = own.every(({ kind, fate }) => kind === 'addition' && fate === 'done');
      if (this.#desk.missed.has(item.id) && isDue)
        this.statements.find(
          'false statement',
          `${item.id} was on the screen and then not, and nobody deleted it`,
        );
    }
  }
}
