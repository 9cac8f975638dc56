import type { RequestView } from './core.ts';
import type { Device } from './device.ts';
import { Forms } from './forms.ts';
import { happen, LONG_ENOUGH_MS } from './happenings.ts';
import { chance, pick, weighted, type Random } from './random.ts';
import { isDelivered, Reader } from './reader.ts';
import { Sending, type World } from './sending.ts';
import type { Positions, Typed } from './wishes.ts';

const ROUNDS = 12;

/** A person with a device, who sends, looks, edits and discards. */
export class Person {
  readonly #world: World;
  readonly #device: Device;
  readonly #sending: Sending;
  readonly #reader: Reader;
  readonly #forms: Forms;

  constructor(world: World, device: Device, positions: Positions) {
    this.#world = world;
    this.#device = device;
    this.#sending = new Sending(world, device);
    this.#reader = new Reader(world, device);
    this.#forms = new Forms(world, {
      device,
      sending: this.#sending,
      reader: this.#reader,
      positions,
    });
  }

  get wishes(): readonly Typed[] {
    return this.#reader.wishes;
  }

  /** Sends a new wish. */
  submit(wish: Typed, random: Random): Promise<void> {
    return this.#forms.submit(wish, 1, { edits: null }, random);
  }

  /** Performs one random event between two submissions. */
  async live(random: Random): Promise<void> {
    const device = this.#device;
    device.nextTurn(random);
    const what = weighted(random, {
      look: 5,
      flush: 3,
      background: 4,
      time: 5,
      clock: 1,
      offline: 1,
      late: 1,
      onLine: 1,
      close: 0.5,
      wait: 1,
    });
    switch (what) {
      case 'look':
        return this.#lookAndAct(random);
      case 'flush':
        return void (await this.#sending.flush(device.tab, chance(random, 0.5)));
      case 'background':
        return this.#sending.flushInBackground();
      case 'onLine':
        return this.#sayOnLine(chance(random, 0.5));
      default:
        return happen(
          what,
          { device, proxy: this.#world.proxy, passTime: (ms) => this.#sending.passTime(ms) },
          random,
        );
    }
  }

  /**
   * After the faults: lets time pass and makes the sender's decisions, then records what is still
   * queued.
   */
  async settle(random: Random): Promise<void> {
    const device = this.#device;
    await device.calm();
    for (let round = 0; round < ROUNDS && (await this.#reader.readOpen()).length > 0; round++) {
      await this.#world.server.whenUp();
      const { kills } = this.#world.server;
      await this.#sending.passTime(LONG_ENOUGH_MS);
      await this.#sending.flush(device.tab, true);
      for (const view of await this.#reader.look()) await this.#attendTo(view, random);
      // A killed server does not count as a round.
      if (kills !== this.#world.server.kills) round--;
    }
    await this.#world.proxy.deliverLate(device.name, true);
    await this.#reader.look();
    for (const { id } of await this.#reader.readOpen()) this.#reader.wishOf(id).waiting.push(id);
  }

  /** Looks at My requests, and may act on one of them. */
  async #lookAndAct(random: Random): Promise<void> {
    const open = (await this.#reader.look()).filter(({ state }) => !isDelivered(state));
    if (open.length === 0 || chance(random, 0.3)) return;
    await this.#actOn(pick(random, open), random);
  }

  async #actOn(view: RequestView, random: Random): Promise<void> {
    const { canEdit, canRetry, canDiscard, attention } = view;
    const isLate = attention?.reason === 'date-passed';
    switch (
      weighted(random, {
        edit: canEdit ? 4 : 0,
        retry: canRetry ? 3 : 0,
        confirm: isLate ? 3 : 0,
        discard: canDiscard ? 2 : 0,
        nothing: 1,
      })
    ) {
      case 'edit':
        return this.#forms.edit(view.id, random);
      case 'retry':
        return this.#retry(view);
      case 'confirm':
        return this.#confirm(view);
      case 'discard':
        return this.#discard(view);
      case 'nothing':
        return;
    }
  }

  async #attendTo(view: RequestView, random: Random): Promise<void> {
    if (!view.attention) return;
    if (view.attention.reason === 'date-passed') return this.#confirm(view);
    if (!this.#reader.wishOf(view.id).isRefusable) return this.#retry(view);
    return view.canEdit ? this.#forms.edit(view.id, random) : this.#discard(view);
  }

  /** The page and the worker flush when the device reports a connection again. */
  async #sayOnLine(isOnLine: boolean): Promise<void> {
    const device = this.#device;
    if (!device.sayOnLine(isOnLine)) return;
    this.#sending.flushInBackground();
    await this.#sending.flush(device.tab, true);
  }

  async #retry({ id }: RequestView): Promise<void> {
    const { tab } = this.#device;
    await tab.run(() => this.#world.core.retry(tab.db, id));
    await this.#sending.flush(tab, true);
  }

  async #confirm({ id }: RequestView): Promise<void> {
    const { tab } = this.#device;
    await tab.run(() => this.#world.core.confirmDatePassed(tab.db, id));
    await this.#sending.flush(tab, true);
  }

  async #discard({ id, mayHaveArrived }: RequestView): Promise<void> {
    const { tab } = this.#device;
    const isDiscarded = await tab.run(() => this.#world.core.discard(tab.db, id, mayHaveArrived));
    if (tab.wasCut ? (await this.#reader.read()).some((view) => view.id === id) : !isDiscarded)
      return;
    const wish = this.#reader.wishOf(id);
    this.#reader.record(wish, { what: 'discarded', id, mayHaveArrived });
    wish.isGivenUp = true;
  }
}
