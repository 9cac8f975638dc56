import { creationPath } from '../../../src/core/domain/creation.ts';
import { ENTITIES, ENTITY_NAMES } from '../../../src/core/domain/entities.ts';
import { createAddition, type AdditionEntry } from '../../../src/core/mutations/addition.ts';
import { createDeletion } from '../../../src/core/mutations/deletion.ts';
import { DUE, type NewFile } from '../../../src/core/outbox/entry.ts';
import type { Change } from '../changes.ts';
import type { World } from '../world.ts';
import { happen, HAPPENINGS } from '../happenings.ts';
import { chance, pick, weighted, type Random } from '../random.ts';
import type { Desk } from './desk.ts';
import { digest, drawAddable } from './items.ts';
import type { Item } from './ledger.ts';
import { takeRole } from './users.ts';

/** An administrator at work in the portal, who adds, deletes and changes their mind. */
export class Administrator {
  readonly #world: World;
  readonly #desk: Desk;
  readonly #items: Item[];

  constructor(world: World, desk: Desk, items: Item[]) {
    this.#world = world;
    this.#desk = desk;
    this.#items = items;
  }

  /** Adds a record, or deletes up to three of a list. */
  change(random: Random, mark: string): Promise<void> {
    return chance(random, 0.45) ? this.#add(random, mark) : this.#remove(random);
  }

  async #add(random: Random, mark: string): Promise<void> {
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

  /** Performs one random event between two changes. */
  async live(random: Random): Promise<void> {
    const desk = this.#desk;
    const { device } = desk;
    device.nextTurn(random);
    const what = weighted(random, {
      ...{ look: 4, act: 4, discardAll: 0.3, pull: 4, 'pull-aside': 3, flush: 3 },
      ...HAPPENINGS,
    });
    switch (what) {
      case 'look':
        return void (await desk.look());
      case 'act':
        return this.#thinkAgain(random);
      case 'discardAll':
        return desk.discardAll();
      case 'pull':
        return void (await desk.pull(device.tab));
      case 'pull-aside':
        return desk.pullInBackground();
      case 'flush':
        return device.flush(chance(random, 0.5));
      default:
        return happen(what, this.#world, device, random);
    }
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

  /** Revokes the role while no change is half sent. False if there is no such moment now. */
  async loseRole(): Promise<boolean> {
    const desk = this.#desk;
    await desk.device.backgroundDone();
    if ((await desk.look()).waiting.length > 0) return false;
    await takeRole(this.#world.server, desk.user);
    desk.account.hasLostRole = true;
    return true;
  }

  /** After the faults: sends everything, and acknowledges refusals. */
  async settle(): Promise<void> {
    const { device, account, changes } = this.#desk;
    await device.settle(async () => {
      for (const { id, attention } of (await this.#desk.look()).additions) {
        const isRefusable = account.hasLostRole || changes.of(id)?.isRefusable;
        if (attention) await (isRefusable ? this.#undo(id, true) : this.#retry(id));
      }
      return { isAllSent: (await this.#desk.look()).waiting.length === 0 };
    });
    account.waiting = (await this.#desk.look()).waiting;
  }
}

function itemOf({ id, creation }: AdditionEntry, mark: string, file: NewFile | null): Item {
  const { entity } = creation;
  const path = file && ENTITIES[entity].files && creationPath(creation, `${id}.${file.extension}`);
  return {
    id,
    entity,
    mark,
    file: file && path ? { path, sha256: digest(file) } : null,
    isStock: false,
  };
}
