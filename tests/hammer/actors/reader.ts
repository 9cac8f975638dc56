import { setTimeout as sleep } from 'node:timers/promises';
import { listMyRequests, type SubmissionCard } from '../../../src/core/waiting/my-requests.ts';
import type { Device } from '../device.ts';
import type { World } from '../world.ts';
import type { Ledger, Statement, Wish } from '../ledger.ts';
import type { Page } from '../page.ts';

/** The device itself asks for a decision, without an answer of the server. */
export const isAskedHere = (reason: string): boolean =>
  reason === 'date-passed' || reason === 'time-passed';

/** A person who reads their device's screens, believes every statement and remembers it. */
export class Reader {
  readonly wishes: Wish[];
  readonly #byId = new Map<string, Wish>();
  /** Ids of records that were sent with a fault of their own. */
  readonly #refusable = new Set<string>();
  readonly #world: World;
  readonly #device: Device;

  constructor(world: World, device: Device, { wishes }: Ledger) {
    this.wishes = wishes;
    this.#world = world;
    this.#device = device;
  }

  mint(wish: Wish, id: string): void {
    this.#device.network.mint(id);
    this.#byId.set(id, wish);
    if (wish.isRefusable) this.#refusable.add(id);
  }

  wishOf(id: string): Wish {
    const wish = this.#byId.get(id);
    if (!wish) throw new Error(`${id} is on the device, and nobody made it`);
    return wish;
  }

  /** The server has confirmed the record. */
  isStored(id: string): boolean {
    return this.#world.proxy.stored.has(id);
  }

  /** My requests, as a tab's screen shows it. */
  read(): Promise<{ tab: Page; cards: SubmissionCard[] }> {
    return this.#device.surely(async (tab) => {
      const view = async () => ({ now: this.#device.now(), isFlushing: true });
      const read = () => listMyRequests(tab.db, tab.outbox.queue, view);
      let { submissions: cards } = await read();
      // What was sent from memory is written down right after it was stored.
      if (cards.some(({ id, mayHaveArrived }) => !mayHaveArrived && tab.fromMemory.has(id))) {
        await sleep(30);
        cards = (await read()).submissions;
      }
      return { tab, cards };
    });
  }

  async cardsOf(wish: Wish): Promise<SubmissionCard[]> {
    return (await this.read()).cards.filter(({ id }) => this.wishOf(id) === wish);
  }

  /** Reads My requests and records every statement. */
  async look(): Promise<SubmissionCard[]> {
    const before = new Set([...this.#byId.keys()].filter((id) => this.isStored(id)));
    const { tab, cards } = await this.read();
    for (const card of cards) {
      const { id, state, attention, mayHaveArrived } = card;
      const wish = this.wishOf(id);
      const wasStored = before.has(id);
      if (attention) this.noteRefusal(id, attention.reason);
      if (isDelivered(card)) {
        this.noteSent(wish, id, card.hasOnlyFormer, wish.editions.get(id) ?? null);
        if (!card.isAlertPending) this.noteAlert(wish, id, state === 'sent');
      } else if (mayHaveArrived || !this.#device.knows(id, tab))
        this.record(wish, { what: 'may-have-arrived', id });
      else if (attention && !isAskedHere(attention.reason))
        this.record(wish, { what: 'refused', id, wasStored });
      else if (state !== 'sending') this.record(wish, { what: 'not-sent', id, wasStored });
    }
    return cards;
  }

  /** What left the screen of a device whose disk has no room for a receipt may have been sent. */
  async noteGone(): Promise<void> {
    const cards = new Set((await this.read()).cards.map(({ id }) => id));
    for (const [id, wish] of this.#byId)
      if (!cards.has(id) && !this.#device.knows(id, null))
        this.record(wish, { what: 'may-have-arrived', id });
  }

  noteSent(wish: Wish, id: string, hasOnlyFormer: boolean, edition: number | null): void {
    if (hasOnlyFormer) this.record(wish, { what: 'had-arrived', id });
    this.record(wish, { what: 'sent', id, edition, wasStored: this.isStored(id) });
  }

  noteAlert(wish: Wish, id: string, isSent: boolean): void {
    this.record(wish, { what: isSent ? 'alert-sent' : 'alert-not-sent', id });
  }

  /**
   * Records a refusal as needless if neither the server nor the device found a fault in the record.
   */
  noteRefusal(id: string, reason: string): void {
    const isFounded =
      isAskedHere(reason) || this.#refusable.has(id) || this.#device.network.refused.has(id);
    if (!isFounded) this.record(this.wishOf(id), { what: 'needless', id, reason });
  }

  /** A repeated statement is recorded once. */
  record(wish: Wish, statement: Statement): void {
    const known = wish.statements.slice(-3).map((word) => JSON.stringify(word));
    if (!known.includes(JSON.stringify(statement))) wish.statements.push(statement);
  }
}

export const isDelivered = ({ state }: SubmissionCard) =>
  state === 'sent' || state === 'alert-not-sent';
