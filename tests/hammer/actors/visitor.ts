import type { SubmissionCard } from '../../../src/core/waiting/my-requests.ts';
import { DATE_PASSED_CONFIRMED } from '../../../src/core/mutations/booking.ts';
import type { OutboxEntry } from '../../../src/core/store/device-schema.ts';
import type { Actor, Cast } from '../actor.ts';
import { Device } from '../device.ts';
import { judgeWish } from '../findings/submissions.ts';
import type { World } from '../world.ts';
import { Forms } from './forms.ts';
import { flushing, liveOn } from '../happenings.ts';
import { Ledger } from '../ledger.ts';
import { between, chance, pick, randomOf, weighted, type Random } from '../random.ts';
import { readSubmissions } from '../records.ts';
import { isAskedHere, isDelivered, Reader } from './reader.ts';
import { drawWish } from './wishes.ts';

const MOST_WISHES = 6;

export const visitors: Cast = {
  ...{ letters: 'd', unit: 'submissions', share: 1, each: (1 + MOST_WISHES) / 2, atOnce: 8 },
  async open(world, index) {
    const visitor = new Visitor(world, `d${index}`);
    const { wishes } = visitor.statements;
    return {
      actors: [visitor],
      rounds: visitor.rounds,
      async judge() {
        const { inbox, remarks } = world;
        const emails = wishes.map(({ email }) => email);
        const office = await readSubmissions(world, emails, inbox.taken);
        const unsent = wishes.flatMap(({ statements }) =>
          statements.filter(({ what }) => what === 'alert-not-sent').map(({ id }) => id),
        );
        const cautious = [...new Set(unsent)].filter((id) => office.mailed.has(id));
        remarks.add('alerts called not sent that had gone out', cautious.length);
        remarks.add('typed again', wishes.filter(({ isRetyped }) => isRetyped).length);
        return wishes.flatMap((wish) => judgeWish(wish, office));
      },
    };
  },
};

/** A person with a device, who sends, looks, edits and discards. */
class Visitor implements Actor {
  readonly name: string;
  readonly device: Device;
  readonly statements: Ledger;
  /** One for each wish, and one for the time afterwards. */
  readonly rounds: number;
  readonly #world: World;
  readonly #reader: Reader;
  readonly #forms: Forms;

  constructor(world: World, name: string) {
    this.name = name;
    this.#world = world;
    this.device = new Device(world, name);
    this.statements = new Ledger(name);
    this.rounds = between(randomOf(world.seed, name, 'wishes'), 1, MOST_WISHES) + 1;
    this.#reader = new Reader(world, this.device, this.statements);
    this.#forms = new Forms({
      ...{ device: this.device, reader: this.#reader, positions: world.positions },
      elsewhere: (random) => this.#lookAndAct(random, false),
    });
  }

  /** Sends a wish and lives on; after the last one, lives on for longer. */
  async act(): Promise<void> {
    const { seed } = this.#world;
    const place = this.statements.wishes.length;
    if (place === this.rounds - 1) {
      const random = randomOf(seed, this.name, 'afterwards');
      for (let events = between(random, 5, 25); events > 0; events--) await this.#live(random);
      return;
    }
    const random = randomOf(seed, this.name, 'wish', place);
    const email = `${this.name}.w${place}.s${seed}@example.com`;
    await this.#forms.submit(drawWish(random, email, this.device.now()), random);
    for (let events = between(random, 0, 6); events > 0; events--) await this.#live(random);
  }

  #live(random: Random): Promise<void> {
    const { device } = this;
    return liveOn(this.#world, device, random, {
      look: [5, () => this.#lookAndAct(random, true)],
      flush: [3, flushing(device, random)],
      onLine: [1, () => this.#sayOnLine(chance(random, 0.5))],
    });
  }

  async settle(): Promise<void> {
    const { wishes } = this.statements;
    const random = randomOf(this.#world.seed, this.name, 'settle');
    for (const { email } of wishes) this.#world.inbox.calm(email);
    await this.device.settle(async () => {
      for (const card of await this.#reader.look()) await this.#attendTo(card, random);
      return { isAllSent: (await this.device.readWaiting()).length === 0 };
    });
    await this.#reader.look();
    await this.#reader.noteGone();
    for (const id of await this.device.readWaiting()) this.#reader.wishOf(id).waiting.push(id);
    // The bytes would stay in memory.
    for (const wish of wishes) wish.file = null;
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
    const { device } = this;
    if (!device.sayOnLine(isOnLine)) return;
    device.flushInBackground();
    await device.flush(true);
  }

  async #retry({ id }: SubmissionCard, changes?: Partial<OutboxEntry>): Promise<void> {
    const { tab } = this.device;
    await tab.run(() => tab.outbox.retry(id, changes));
  }

  async #discard({ id, mayHaveArrived }: SubmissionCard): Promise<void> {
    const { tab } = this.device;
    const isKnown = this.device.knows(id, tab);
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
