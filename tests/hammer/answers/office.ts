import { londonTime, type BookingStatus, type Slot } from '../core.ts';
import { namesDay, officeAnswers } from '../portal/core.ts';
import type { Desk, PortalWorld } from '../portal/desk.ts';
import { happen, HAPPENINGS, LONG_ENOUGH_MS } from '../happenings.ts';
import { chance, pick, weighted, type Random } from '../random.ts';
import { countEvents } from './bookings.ts';
import { note, type Booking, type Side } from './ledger.ts';

const ROUNDS = 12;

/** An administrator who answers bookings in the portal. */
export class Office {
  readonly side: Side;
  readonly #world: PortalWorld;
  readonly #desk: Desk;
  readonly #ids: readonly string[];
  #atLeast = new Map<string, number>();

  constructor(world: PortalWorld, desk: Desk, side: Side, bookings: readonly Booking[]) {
    this.#world = world;
    this.#desk = desk;
    this.#ids = bookings.map(({ id }) => id);
    this.side = side;
  }

  /** Pulls the lists; false after a failure. */
  async refresh(): Promise<boolean> {
    const before = await countEvents(this.#world.server, this.#ids);
    if (!(await this.#desk.pull(this.#desk.device.tab))) return false;
    this.#atLeast = before;
    await this.look();
    return true;
  }

  /** Reads the list of bookings, and believes every statement. */
  async look() {
    const atLeast = this.#atLeast;
    const screens = await this.#desk.look();
    const bookings = screens.bookings.filter(({ id }) => this.#ids.includes(id));
    for (const { id, status, preferred_date: day, preferred_time: slot, events } of bookings) {
      if (screens.answers.has(id)) continue;
      note(this.side, {
        bookingId: id,
        sequence: events.length,
        last: events.at(-1)?.id ?? null,
        status: status as BookingStatus,
        day,
        slot: slot as Slot,
        atLeast: atLeast.get(id) ?? 0,
      });
    }
    for (const answer of this.side.answers)
      answer.fate = this.#desk.changeOf(answer.id)?.fate ?? 'vanished';
    return { bookings, answers: screens.answers };
  }

  /** Gives an answer that a booking admits, if there is one. */
  async answer(random: Random): Promise<void> {
    const { core } = this.#world;
    const desk = this.#desk;
    const { tab, now, network } = desk.device;
    const { bookings, answers } = await this.look();
    const booking = pick(random, bookings);
    const pending = answers.get(booking.id);
    if (pending && !pending.attention) return;
    const { id, rev, status, preferred_date: day } = booking;
    const kinds = officeAnswers({ status: status as BookingStatus, day }, londonTime(now()).day);
    if (kinds.length === 0) return;
    const kind = pick(random, [...kinds, ...kinds.filter((one) => one === 'offered')]);
    const values = {
      kind,
      day: namesDay(kind) ? pick(random, [day, '2027-05-03', '2027-05-04']) : null,
      time_slot: namesDay(kind) ? pick(random, ['morning', 'evening'] as const) : null,
      message: chance(random, 0.5) ? 'We look forward to it.' : null,
    };
    const entry = core.createAnswer({ id, rev }, values, desk.user.id, now());
    network.mint(entry.id);
    const change = desk.asks({ id: entry.id, kind: 'answer', ids: [id], isRefusable: true });
    this.side.answers.push({
      id: entry.id,
      bookingId: id,
      kind,
      fate: 'waiting',
      givenTo: rev,
    });
    await tab.run(() => core.store(tab.db, tab.replica, entry, null));
    if (tab.isDead) await desk.lookAfterCrash(change);
    else await desk.flush(tab, true);
    await this.look();
  }

  /** Performs one random event between two answers. */
  async live(random: Random): Promise<void> {
    const desk = this.#desk;
    const { device } = desk;
    device.nextTurn(random);
    const what = weighted(random, {
      refresh: 6,
      undo: 2,
      'pull-aside': 3,
      flush: 3,
      background: 3,
      ...HAPPENINGS,
    });
    switch (what) {
      case 'refresh':
        return void (await this.refresh());
      case 'undo':
        return this.#undo(random);
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

  /** After the faults: sends everything, and discards refused answers. */
  async settle(): Promise<void> {
    const { server, proxy, core } = this.#world;
    const { device } = this.#desk;
    await device.calm();
    let left = ['yet to look'];
    for (let round = 0; round < ROUNDS && left.length > 0; round++) {
      await server.whenUp();
      const { kills } = server;
      device.moveClock(LONG_ENOUGH_MS);
      await this.#desk.flush(device.tab, true);
      const { answers } = await this.look();
      const { tab } = device;
      for (const { entry, attention } of answers.values())
        if (attention) await tab.run(() => core.discardAnswer(tab.db, entry.id));
      left = (await this.#desk.look()).waiting;
      // A killed server does not count as a round.
      if (kills !== server.kills) round--;
    }
    await proxy.deliverLate(device.name, true);
    this.side.waiting = (await this.#desk.look()).waiting;
  }

  async #undo(random: Random): Promise<void> {
    const open = [...(await this.look()).answers.values()].filter(({ canTakeBack }) => canTakeBack);
    if (open.length === 0) return;
    await this.#desk.takeBack(pick(random, open).entry.id);
    await this.look();
  }
}
