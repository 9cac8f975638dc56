import type { BookingStatus, OfficeAnswer } from '../../../src/core/domain/answers.ts';
import {
  namesDay,
  namesVisit,
  officeAnswers,
  REPEATS,
} from '../../../src/core/domain/booking-events.ts';
import { dayAfter, londonTime } from '../../../src/core/domain/london-time.ts';
import type { Slot } from '../../../src/core/domain/slots.ts';
import { createOfficeAnswer } from '../../../src/core/mutations/office-answer.ts';
import type { World } from '../world.ts';
import { happen, HAPPENINGS } from '../happenings.ts';
import type { Desk } from '../portal/desk.ts';
import { chance, pick, weighted, type Random } from '../random.ts';
import { countEvents } from './bookings.ts';
import { giveAnswer, note, openSide, type Booking, type GivenAnswer } from './ledger.ts';

/** The days that an answer may name: few, so that the rules of a series meet. */
function daysFor(kind: OfficeAnswer, day: string, today: string): readonly string[] {
  if (kind === 'repeated') return [3, 10, 12, 24].map((days) => dayAfter(today, days));
  if (kind === 'stopped') return [5, 17, 24].map((days) => dayAfter(today, days));
  return [day, '2027-05-03', '2027-05-04'];
}

/** An administrator who answers bookings in the portal. */
export class Office {
  readonly #answers: GivenAnswer[] = [];
  readonly side;
  /** The requests that bookings belong to, by the booking's id: their series, or themselves. */
  readonly owners = new Map<string, string>();
  readonly #world: World;
  readonly #desk: Desk;
  readonly #ids: readonly string[];
  #atLeast = new Map<string, number>();

  constructor(world: World, desk: Desk, bookings: readonly Booking[]) {
    this.#world = world;
    this.#desk = desk;
    this.#ids = bookings.map(({ id }) => id);
    this.side = openSide(desk.device.name, 'office', this.#answers);
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
    const { bookings: listed, answers } = await this.#desk.look();
    const isOurs = (id: string | null) => id !== null && this.#ids.includes(id);
    const bookings = listed.filter(({ id, series }) => isOurs(id) || isOurs(series));
    for (const {
      id,
      series,
      status,
      preferred_date: day,
      preferred_time: slot,
      events,
    } of bookings) {
      this.#desk.device.network.mint(id);
      this.owners.set(id, series ?? id);
      if (answers.has(id)) continue;
      note(this.side, {
        ...{ bookingId: id, sequence: events.length, last: events.at(-1)?.id ?? null },
        ...{ status: status as BookingStatus, day, slot: slot as Slot },
        atLeast: atLeast.get(id) ?? 0,
      });
    }
    return { bookings, answers };
  }

  /** Gives an answer that a booking admits, if there is one. */
  async answer(random: Random): Promise<void> {
    const { device, changes, user } = this.#desk;
    const { now, network } = device;
    const { bookings, answers } = await this.look();
    const requested = bookings.filter(({ series }) => series === null);
    const booking = pick(random, chance(random, 0.6) ? requested : bookings);
    const { id, rev, status, preferred_date: day, series, events } = booking;
    const pending = answers.get(id);
    if (pending && !pending.attention) return;
    const today = londonTime(now()).day;
    const kinds = officeAnswers({ status: status as BookingStatus, day, series, events }, today);
    if (kinds.length === 0) return;
    // Offers and moves more often than the end of a booking.
    const kind = pick(random, [
      ...kinds,
      ...kinds.filter((one) => ['offered', 'repeated', 'kept'].includes(one)),
      ...kinds.filter((one) => one === 'confirmed' && status === one),
    ]);
    const values = {
      kind,
      day: namesDay(kind) ? pick(random, daysFor(kind, day, today)) : null,
      time_slot: namesVisit(kind) ? pick(random, ['morning', 'evening'] as const) : null,
      every: kind === 'repeated' ? pick(random, REPEATS) : null,
      message: chance(random, 0.5) ? 'We look forward to it.' : null,
    };
    const entry = createOfficeAnswer({ id, rev }, values, user.id, now());
    network.mint(entry.id);
    const given = giveAnswer(entry.id, id, kind, rev, { values });
    this.#answers.push(given);
    await changes.send(given, { entry, file: null }, random);
    // Nobody hands in an answer again: the next one is another.
    given.kept = null;
    await this.look();
  }

  /** Performs one random event between two answers. */
  async live(random: Random): Promise<void> {
    const desk = this.#desk;
    const { device } = desk;
    device.nextTurn(random);
    const what = weighted(random, {
      ...{ refresh: 6, undo: 2, discardAll: 0.3, 'pull-aside': 3, flush: 3 },
      ...HAPPENINGS,
    });
    switch (what) {
      case 'refresh':
        return void (await this.refresh());
      case 'undo':
        return this.#undo(random);
      case 'discardAll':
        return desk.discardAll();
      case 'pull-aside':
        return desk.pullInBackground();
      case 'flush':
        return device.flush(chance(random, 0.5));
      default:
        return happen(what, this.#world, device, random);
    }
  }

  /** After the faults: sends everything, and discards refused answers. */
  async settle(): Promise<void> {
    const { device } = this.#desk;
    await device.settle(async () => {
      const { tab } = device;
      for (const { entry, attention } of (await this.look()).answers.values())
        if (attention) await tab.run(() => tab.outbox.undo(entry.id, true));
      return { isAllSent: (await this.#desk.look()).waiting.length === 0 };
    });
    this.side.waiting = (await this.#desk.look()).waiting;
  }

  async #undo(random: Random): Promise<void> {
    const open = [...(await this.look()).answers.values()].filter(({ canUndo }) => canUndo);
    if (open.length === 0) return;
    const change = this.#desk.changes.of(pick(random, open).entry.id);
    if (change) await this.#desk.changes.undo(change, false);
    await this.look();
  }
}
