import type { SubmissionCard } from '../../src/core/mutations/my-requests.ts';
import { DATE_PASSED_CONFIRMED } from '../../src/core/mutations/booking.ts';
import type { OutboxEntry } from '../../src/core/store/device-schema.ts';
import type { Device } from './device.ts';
import type { World } from './world.ts';
import { Forms } from './forms.ts';
import { happen, HAPPENINGS } from './happenings.ts';
import { chance, pick, weighted, type Random } from './random.ts';
import { isAskedHere, isDelivered, Reader } from './reader.ts';
import type { Positions, Typed } from './wishes.ts';

/** A person with a device, who sends, looks, edits and discards. */
export class Person {
  readonly #world: World;
  readonly #device: Device;
  readonly #reader: Reader;
  readonly #forms: Forms;

  constructor(world: World, device: Device, positions: Positions) {
    this.#world = world;
    this.#device = device;
    this.#reader = new Reader(world, device);
    this.#forms = new Forms({
      ...{ device, reader: this.#reader, positions },
      elsewhere: (random) => this.#lookAndAct(random, false),
    });
  }

  get wishes(): readonly Typed[] {
    return this.#reader.wishes;
  }

  /** Sends a new wish. */
  submit(wish: Typed, random: Random): Promise<void> {
    return this.#forms.submit(wish, random);
  }

  /** Performs one random event between two submissions. */
  async live(random: Random): Promise<void> {
    const device = this.#device;
    device.nextTurn(random);
    const what = weighted(random, { look: 5, flush: 3, onLine: 1, ...HAPPENINGS });
    switch (what) {
      case 'look':
        return this.#lookAndAct(random, true);
      case 'flush':
        return device.flush(chance(random, 0.5));
      case 'onLine':
        return this.#sayOnLine(chance(random, 0.5));
      default:
        return happen(what, this.#world, device, random);
    }
  }

  /** After the faults: makes the sender's decisions, and records what is still queued. */
  async settle(random: Random): Promise<void> {
    await this.#device.settle(async () => {
      for (const card of await this.#reader.look()) await this.#attendTo(card, random);
      return { isAllSent: (await this.#reader.readWaiting()).length === 0 };
    });
    await this.#reader.look();
    await this.#reader.noteGone();
    for (const id of await this.#reader.readWaiting()) this.#reader.wishOf(id).waiting.push(id);
  }

  /** Looks at My requests, and may act on one of them. */
  async #lookAndAct(random: Random, mayEdit: boolean): Promise<void> {
    const open = (await this.#reader.look()).filter((card) => !isDelivered(card));
    if (open.length === 0 || chance(random, 0.3)) return;
    const card = pick(random, open);
    const { canEdit, canRetry, canUndo, attention } = card;
    switch (
      weighted(random, {
        edit: mayEdit && canEdit ? 4 : 0,
        retry: canRetry ? 3 : 0,
        confirm: attention && isAskedHere(attention.reason) ? 3 : 0,
        discard: canUndo ? 2 : 0,
        nothing: 1,
      })
    ) {
      case 'edit':
        return this.#forms.edit(card.id, random);
      case 'retry':
        return this.#retry(card);
      case 'confirm':
        return this.#retry(card, DATE_PASSED_CONFIRMED);
      case 'discard':
        return this.#discard(card);
      case 'nothing':
        return;
    }
  }

  async #attendTo(card: SubmissionCard, random: Random): Promise<void> {
    const { id, attention, canRetry, canEdit } = card;
    if (!attention) return;
    if (isAskedHere(attention.reason)) return this.#retry(card, DATE_PASSED_CONFIRMED);
    if (canRetry) return this.#retry(card);
    return canEdit ? this.#forms.edit(id, random) : this.#discard(card);
  }

  /** The page and the worker flush when the device reports a connection again. */
  async #sayOnLine(isOnLine: boolean): Promise<void> {
    const device = this.#device;
    if (!device.sayOnLine(isOnLine)) return;
    device.flushInBackground();
    await device.flush(true);
  }

  async #retry({ id }: SubmissionCard, changes?: Partial<OutboxEntry>): Promise<void> {
    const { tab } = this.#device;
    await tab.run(() => tab.outbox.retry(id, changes));
  }

  async #discard({ id, mayHaveArrived }: SubmissionCard): Promise<void> {
    const { tab } = this.#device;
    const isKnown = this.#device.knows(id, tab);
    const isDiscarded = await tab.run(() => tab.outbox.undo(id, mayHaveArrived));
    if (isDiscarded === false) return;
    const wish = this.#reader.wishOf(id);
    if (isDiscarded === null && (await this.#reader.cardsOf(wish)).some((card) => card.id === id))
      return;
    this.#reader.record(wish, {
      what: 'discarded',
      id,
      mayHaveArrived: mayHaveArrived || !isKnown,
    });
    wish.isGivenUp = true;
  }
}
