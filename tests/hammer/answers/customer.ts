import { customerAnswers, londonTime, type AnswerView, type RequestsBackend } from '../core.ts';
import type { Device } from '../device.ts';
import { happen, HAPPENINGS, LONG_ENOUGH_MS } from '../happenings.ts';
import { chance, pick, weighted, type Random } from '../random.ts';
import { Sending, type World } from '../sending.ts';
import type { Tab } from '../tab.ts';
import { countEvents } from './bookings.ts';
import { note, type Booking, type GivenAnswer, type Side } from './ledger.ts';

const ROUNDS = 12;

/** A customer who reads the answers to their bookings in My requests, and answers them. */
export class Customer {
  readonly side: Side;
  readonly #world: World;
  readonly #device: Device;
  readonly #sending: Sending;
  readonly #ids: readonly string[];
  #atLeast = new Map<string, number>();

  constructor(world: World, device: Device, side: Side, bookings: readonly Booking[]) {
    this.#world = world;
    this.#device = device;
    this.#sending = new Sending(world, device);
    this.#ids = bookings.map(({ id }) => id);
    this.side = side;
  }

  /** Stores the bookings' requests on the device, without faults. */
  async open(): Promise<void> {
    const { core, server } = this.#world;
    const { db } = this.#device.tab;
    for (const id of this.#ids)
      await core.storeLinkedRequest(db, id, { state: null, readAt: 0 }, this.#device.now());
    while (!(await this.refresh())) await server.whenUp();
  }

  /** Reads the bookings' states from the server; false after a failure. */
  async refresh(): Promise<boolean> {
    const { core, server } = this.#world;
    const { tab, now } = this.#device;
    const before = await countEvents(server, this.#ids);
    const backend = this.#backend(tab);
    const isRead = await tab.run(() => core.refreshStates(tab.db, backend, this.#ids, now()));
    if (!isRead) return false;
    this.#atLeast = before;
    await this.look();
    return true;
  }

  /** Reads My requests, and believes every statement. */
  async look(): Promise<ReadonlyMap<string, AnswerView>> {
    const { core } = this.#world;
    const { now } = this.#device;
    const atLeast = this.#atLeast;
    const views = await this.#device.surely((db) => core.viewAnswers(db, this.#ids, now()));
    for (const [bookingId, { state, unsent }] of views) {
      if (!state || unsent) continue;
      const { sequence, last, status, day, time_slot: slot } = state;
      note(this.side, {
        bookingId,
        sequence,
        last: last?.id ?? null,
        status,
        day,
        slot,
        atLeast: atLeast.get(bookingId) ?? 0,
      });
    }
    for (const answer of this.side.answers)
      if (answer.fate === 'waiting') await this.#follow(answer);
    return views;
  }

  /** Gives an answer that a booking admits, if there is one. */
  async answer(random: Random): Promise<void> {
    const { core } = this.#world;
    const { tab, now, network } = this.#device;
    const views = await this.look();
    const [id, view] = pick(random, [...views]);
    const { state, unsent } = view;
    if (!state || (unsent && !unsent.attention)) return;
    const possible = customerAnswers(state, londonTime(now()).day);
    // A cancellation ends the life of a booking.
    const kinds = possible.filter((kind) => kind !== 'cancelled' || chance(random, 0.4));
    if (kinds.length === 0) return;
    if (unsent) await tab.run(() => core.removeRefusedAnswer(tab.db, unsent.id));
    const entry = core.createRequestAnswer(pick(random, kinds), state, now());
    network.mint(entry.id);
    const { answer: kind, offerEventId: givenTo } = entry;
    const given: GivenAnswer = { id: entry.id, bookingId: id, kind, fate: 'waiting', givenTo };
    this.side.answers.push(given);
    await tab.run(() => core.storeRequestAnswer(tab.db, entry));
    if (tab.wasCut) return this.#lookAfterCrash(given);
    await this.#sending.flush(tab, true);
    await this.look();
  }

  /** Performs one random event between two answers. */
  async live(random: Random): Promise<void> {
    const device = this.#device;
    device.nextTurn(random);
    const what = weighted(random, {
      refresh: 6,
      retry: 2,
      flush: 3,
      background: 3,
      ...HAPPENINGS,
    });
    switch (what) {
      case 'refresh':
        return void (await this.refresh());
      case 'retry':
        return this.#retry(random);
      case 'flush':
        return void (await this.#sending.flush(device.tab, chance(random, 0.5)));
      case 'background':
        return this.#sending.flushInBackground();
      default:
        return happen(
          what,
          { device, proxy: this.#world.proxy, passTime: (ms) => this.#sending.passTime(ms) },
          random,
        );
    }
  }

  /** After the faults: sends everything. */
  async settle(): Promise<void> {
    const { server, proxy } = this.#world;
    const device = this.#device;
    await device.calm();
    for (let round = 0; round < ROUNDS && (await this.#readWaiting()).length > 0; round++) {
      await server.whenUp();
      const { kills } = server;
      await this.#sending.passTime(LONG_ENOUGH_MS);
      await this.#sending.flush(device.tab, true);
      for (const [, { unsent }] of await this.look())
        if (unsent?.attention) {
          const { tab } = device;
          await tab.run(() => this.#world.core.removeRefusedAnswer(tab.db, unsent.id));
        }
      // A killed server does not count as a round.
      if (kills !== server.kills) round--;
    }
    await proxy.deliverLate(device.name, true);
    this.side.waiting = await this.#readWaiting();
  }

  #readWaiting(): Promise<string[]> {
    return this.#device.surely(async (db) => (await db.entries.toArray()).map(({ id }) => id));
  }

  async #retry(random: Random): Promise<void> {
    const waiting = [...(await this.look()).values()].flatMap(({ unsent }) => unsent ?? []);
    if (waiting.length === 0) return;
    const { id, attention } = pick(random, waiting);
    if (attention) return;
    const { tab } = this.#device;
    await tab.run(() => this.#world.core.retry(tab.db, id));
    await this.#sending.flush(tab, true);
  }

  async #follow(answer: GivenAnswer): Promise<void> {
    const { outcome, mayHaveArrived } = await this.#device.surely((db) =>
      this.#world.core.answerOutcome(db, answer.id),
    );
    if (outcome === 'gone') answer.fate = 'vanished';
    else if (outcome === 'refused') answer.fate = mayHaveArrived ? 'refused-later' : 'refused';
    else if (outcome === 'done') answer.fate = 'done';
  }

  /** The tab died before the answer was stored: the customer sees that it is missing. */
  async #lookAfterCrash(answer: GivenAnswer): Promise<void> {
    await this.look();
    if (answer.fate === 'vanished') answer.fate = 'taken-back';
  }

  #backend(tab: Tab): RequestsBackend {
    const { core, proxy } = this.#world;
    return core.createBackend(proxy.url, tab.guard(this.#device.network.fetch));
  }
}
