import type { Database, Form, RequestView } from './core.ts';
import type { Device } from './device.ts';
import type { Statement } from './ledger.ts';
import type { World } from './sending.ts';
import type { Typed } from './wishes.ts';

/** Reasons found by the device itself, without an answer of the server. */
const ASKED_HERE = new Set(['date-passed', 'file-lost']);
export const isAskedHere = (reason: string): boolean => ASKED_HERE.has(reason);

/** A person who reads their device's screens, believes every statement and remembers it. */
export class Reader {
  readonly wishes: Typed[] = [];
  readonly #byId = new Map<string, Typed>();
  /** Ids of records that were sent with a fault of their own. */
  readonly #refusable = new Set<string>();
  readonly #world: World;
  readonly #device: Device;

  constructor(world: World, device: Device) {
    this.#world = world;
    this.#device = device;
  }

  mint(wish: Typed, id: string): void {
    this.#device.network.mint(id);
    this.#byId.set(id, wish);
    if (wish.isRefusable) this.#refusable.add(id);
  }

  /**
   * Records a refusal as needless if neither the server nor the device found a fault in the record.
   */
  noteRefusal(id: string, reason: string): void {
    const isFounded =
      isAskedHere(reason) || this.#refusable.has(id) || this.#device.network.refused.has(id);
    if (!isFounded) this.record(this.wishOf(id), { what: 'needless', id, reason });
  }

  wishOf(id: string): Typed {
    const wish = this.#byId.get(id);
    if (!wish) throw new Error(`${id} is on the device, and nobody made it`);
    return wish;
  }

  /** My requests, as the screen shows it. */
  read(): Promise<RequestView[]> {
    return this.#surely((db) => this.#world.core.listRequests(db, this.#device.now()));
  }

  readDraft({ kind }: Typed): Promise<Form | null> {
    return this.#surely((db) => this.#world.core.readDraft(db, kind));
  }

  /** Requests that are not yet delivered and finished. */
  async readOpen(): Promise<RequestView[]> {
    const views = await this.read();
    const alerts = await Promise.all(
      views.map(({ id }) => this.#surely((db) => this.#world.core.alertOf(db, id))),
    );
    return views.filter((_, index) => alerts[index] === null);
  }

  /** Reads My requests and records every statement. */
  async look(): Promise<RequestView[]> {
    const before = new Set([...this.#byId.keys()].filter((id) => this.#world.proxy.stored.has(id)));
    const views = await this.read();
    for (const { id, state, attention, mayHaveArrived } of views) {
      const wish = this.wishOf(id);
      const wasStored = before.has(id);
      if (attention) this.noteRefusal(id, attention.reason);
      if (isDelivered(state)) {
        await this.tellDelivered(wish, id);
      } else if (mayHaveArrived) this.record(wish, { what: 'may-have-arrived', id });
      else if (attention && !isAskedHere(attention.reason))
        this.record(wish, { what: 'refused', id, wasStored });
      else if (state !== 'sending') this.record(wish, { what: 'not-sent', id, wasStored });
    }
    return views;
  }

  /** Records the statements about a delivered record and its alert. */
  async tellDelivered(wish: Typed, id: string): Promise<void> {
    const { core, proxy } = this.#world;
    const decision = await this.#surely((db) => core.decide(db, id));
    if (decision && 'hadArrived' in decision && decision.hadArrived)
      this.record(wish, { what: 'had-arrived', id });
    this.record(wish, {
      what: 'sent',
      id,
      edition: wish.editions.get(id) ?? 0,
      wasStored: proxy.stored.has(id),
    });
    const alert = await this.#surely((db) => core.alertOf(db, id));
    if (alert) this.record(wish, { what: alert === 'sent' ? 'alert-sent' : 'alert-not-sent', id });
  }

  /** A repeated statement is recorded once. */
  record(wish: Typed, statement: Statement): void {
    const known = wish.statements.slice(-3).map((word) => JSON.stringify(word));
    if (!known.includes(JSON.stringify(statement))) wish.statements.push(statement);
  }

  #surely<T>(read: (db: Database) => Promise<T>): Promise<T> {
    return this.#device.surely(read);
  }
}

export const isDelivered = (state: RequestView['state']) =>
  state === 'sent' || state === 'alert-not-sent';
