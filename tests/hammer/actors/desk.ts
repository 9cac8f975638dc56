import { ENTITY_NAMES } from '../../../src/core/domain/entities.ts';
import { waitingAdditions } from '../../../src/core/mutations/addition.ts';
import type { AdminEntry } from '../../../src/core/mutations/admin-mutation.ts';
import { waitingDeletions } from '../../../src/core/mutations/deletion.ts';
import { causeAmong, discardAll } from '../../../src/core/waiting/pending.ts';
import { storeAdminEntry } from '../../../src/core/mutations/store-admin-entry.ts';
import type { Fresh, Outcome } from '../../../src/core/outbox/entry.ts';
import { createListStore, type ListStore } from '../../../src/portal/sync/list-store.ts';
import { Changes } from '../changes.ts';
import type { Device } from '../device.ts';
import type { World } from '../world.ts';
import { adminBackend, type Page } from '../page.ts';
import type { Change, Item, Ledger } from '../ledger.ts';
import type { User } from '../office-calls.ts';

/** An administrator's device: it sends and pulls, and records the statements of its screens. */
export class Desk {
  readonly device: Device;
  readonly changes: Changes;
  readonly statements: Ledger;
  /** Its administrator lost the role: all later changes are refused. */
  hasLostRole = false;
  /** Ids that disappeared from the screen. */
  readonly missed = new Set<string>();
  readonly user: User;
  readonly #items: readonly Item[];
  readonly #world: World;
  /** A tab's rows in memory, as long as the tab. */
  readonly #lists = new WeakMap<Page, ListStore>();
  /** Ids that were on the screen, and were not seen to disappear. */
  readonly #seen = new Set<string>();
  /** Ids that the screen called deleted. */
  readonly #deleted = new Set<string>();

  /** `items`: the records of both administrators. */
  constructor(
    world: World,
    {
      device,
      user,
      statements,
      items = [],
    }: Pick<Desk, 'device' | 'user' | 'statements'> & { items?: readonly Item[] },
  ) {
    this.#world = world;
    this.device = device;
    this.user = user;
    this.statements = statements;
    this.#items = items;
    this.changes = new Changes({
      device,
      ledger: statements,
      storingOf: ({ db, replica }) => ({
        store: (fresh) => storeAdminEntry(db, replica, fresh as Fresh<AdminEntry>),
        patienceMs: null,
      }),
      onDecided: (change, outcome) => this.#noteDecision(change, outcome),
    });
  }

  /** Opens the portal for the first time. */
  open = (): Promise<void> => this.device.calmly(() => this.pullSurely());

  async pullSurely(): Promise<void> {
    while (!(await this.pull(this.device.tab))) await this.#world.server.whenUp();
  }

  /** Updates the device's replica; true on success. */
  async pull(tab: Page): Promise<boolean> {
    const { replica } = tab;
    const backend = adminBackend(this.#world, this.device, tab, this.user);
    const result = await tab.run(() =>
      this.#world.core.pull({ replica, backend, now: this.device.now }),
    );
    return result?.outcome === 'pulled';
  }

  pullInBackground(): void {
    this.device.inBackground((tab) => this.pull(tab));
  }

  /** Reads every screen, and believes every statement. */
  async look() {
    const seen = new Set(this.#seen);
    const deleted = new Set(this.#deleted);
    const screens = await this.device.surely((tab) => this.#read(tab));
    for (const id of screens.shown) {
      this.#seen.add(id);
      if (deleted.has(id)) this.#lie(`${id} was said to be deleted, and is on the screen again`);
    }
    for (const id of seen) if (!screens.shown.has(id)) this.missed.add(id);
    await this.changes.follow();
    return screens;
  }

  /** Signs out and in again, without what waits. */
  async discardAll(): Promise<void> {
    const { tab, storage } = this.device;
    await tab.run(() => discardAll(tab.db, this.user.id, this.device.now()));
    const { waiting } = await this.look();
    for (const change of this.changes.all) {
      if (change.fate !== 'vanished' || waiting.includes(change.id)) continue;
      // The server may have the rest; and a full disk has no withdrawal.
      const isWithdrawn = change.kind === 'addition' && !storage.isFull;
      change.fate = isWithdrawn && this.device.knows(change.id, null) ? 'taken-back' : 'unsure';
    }
  }

  async #read(tab: Page) {
    const entries = await tab.outbox.queue.list();
    const store = this.#lists.get(tab) ?? createListStore(tab.db, tab.replica, this.user.id);
    this.#lists.set(tab, store);
    // No live query sees what was sent from memory.
    await store.bringUp(tab.fromMemory.size > 0);
    const { tables, answers } = store.lists();
    const ids = new Set(this.#items.map(({ id }) => id));
    const view = { now: this.device.now(), isFlushing: true };
    const causeOf = causeAmong(entries, view.now);
    return {
      shown: new Set(
        ENTITY_NAMES.flatMap((table) => tables[table].rows.map(({ id }) => id)).filter((id) =>
          ids.has(id),
        ),
      ),
      deletions: ENTITY_NAMES.flatMap((entity) => waitingDeletions(entries, entity, causeOf)),
      additions: ENTITY_NAMES.flatMap((entity) => waitingAdditions(entries, entity, view, causeOf)),
      /** Includes entries that no list names. */
      waiting: entries.map(({ id }) => id),
      bookings: tables.bookings.rows,
      /** Pending answers, by booking. */
      answers,
    };
  }

  #noteDecision({ id, kind, ids, isRefusable }: Change, outcome: Outcome): void {
    if (outcome.outcome === 'refused' && !isRefusable && !this.hasLostRole)
      this.#lie(
        `${kind} ${id} was refused, and nobody had refused it: ${outcome.attention.message}`,
      );
    if (outcome.outcome !== 'done') return;
    if (kind === 'deletion') for (const row of ids) this.#deleted.add(row);
    // To a full disk a later pull brings the row.
    else if (this.device.knows(id, null)) this.#seen.add(ids[0] ?? id);
    if (kind === 'addition' && !this.#world.proxy.stored.has(id))
      this.#lie(`${id} was said to be added before the server had it`);
  }

  #lie(why: string): void {
    this.statements.find('false statement', why);
  }
}
