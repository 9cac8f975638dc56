import type { BookingStatus, OfficeAnswer } from '../../../src/core/domain/answers.ts';
import { namesDay, namesVisit, officeAnswers } from '../../../src/core/domain/booking-events.ts';
import { REPEATS } from '../../../src/core/domain/repeats.ts';
import { dayAfter, londonTime } from '../../../src/core/domain/london-time.ts';
import type { Slot } from '../../../src/core/domain/slots.ts';
import { createOfficeAnswer } from '../../../src/core/mutations/office-answer.ts';
import type { Actor, Cast, Group } from '../actor.ts';
import { countAnswers, readAnswered, storeBooking, type Booking } from '../bookings.ts';
import { Device } from '../device.ts';
import { judgeBooking } from '../findings/bookings.ts';
import { flushing, liveOn } from '../happenings.ts';
import { giveAnswer, Ledger } from '../ledger.ts';
import { makeAdministrator, type User } from '../office-calls.ts';
import { between, chance, pick, randomOf, type Random } from '../random.ts';
import type { World } from '../world.ts';
import { Customer } from './customer.ts';
import { Desk } from './desk.ts';

const ROUNDS = { least: 15, most: 40 };
const ANSWERS_A_ROUND = 0.4;
const BOOKINGS = 3;

/** A customer and the office, who answer the same bookings on two devices at once. */
export const answers: Cast = {
  ...{ letters: 'co', unit: 'answers', share: 1 / 3, each: 8, atOnce: 4 },
  async open(world, index) {
    const { server, seed, remarks } = world;
    const [name, officeName] = [`c${index}`, `o${index}`];
    const bookings: Booking[] = [];
    for (let place = 0; place < BOOKINGS; place++) {
      const random = randomOf(seed, name, 'booking', place);
      const slot = pick(random, ['morning', 'afternoon', 'evening'] as const);
      // The first one is today, so it can be completed.
      const inDays = place === 0 ? 0 : between(random, 30, 200);
      const email = 'ann@example.com';
      bookings.push(await storeBooking(server, { name: `${name}.s${seed}`, email, inDays, slot }));
    }
    const user = await makeAdministrator(server, `${officeName}.s${seed}@example.com`);
    const customer = new Customer(world, name, bookings);
    const office = new AnsweringOffice(world, { name: officeName, user, bookings });
    const group = await openAnswers(world, office, [{ customer, bookings }]);
    return {
      ...group,
      rounds: between(randomOf(seed, name, 'rounds'), ROUNDS.least, ROUNDS.most),
      judge() {
        const all = [customer, office].flatMap(({ statements }) => statements.answers);
        remarks.add('refused answers', all.filter(({ fate }) => fate === 'refused').length);
        return group.judge();
      },
    };
  },
};

/** Opens My requests and the portal for customers and the office who answers them. */
export async function openAnswers(
  { server }: World,
  office: AnsweringOffice,
  customers: readonly { customer: Customer; bookings: readonly Booking[] }[],
): Promise<Omit<Group, 'rounds'>> {
  for (const { customer } of customers) await customer.open();
  await office.open();
  return {
    actors: [...customers.map(({ customer }) => customer), office],
    async judge() {
      const answered = await readAnswered(
        server,
        customers.flatMap(({ bookings }) => bookings),
      );
      return customers.flatMap(({ customer, bookings }) => {
        const ledgers = [customer.statements, office.statements];
        return bookings.flatMap((booking) =>
          judgeBooking(customer.name, { booking, ledgers }, answered),
        );
      });
    },
  };
}

/** The days that an answer may name: few, so that the rules of a series meet. */
function daysFor(kind: OfficeAnswer, day: string, today: string): readonly string[] {
  if (kind === 'repeated') return [3, 10, 12, 24].map((days) => dayAfter(today, days));
  if (kind === 'stopped') return [5, 17, 24].map((days) => dayAfter(today, days));
  return [day, '2027-05-03', '2027-05-04'];
}

interface OfficeFacts {
  name: string;
  user: User;
  bookings: readonly Booking[];
}

/** An administrator who answers bookings in the portal. */
export class AnsweringOffice implements Actor {
  readonly name: string;
  readonly device: Device;
  readonly statements: Ledger;
  readonly #world: World;
  readonly #desk: Desk;
  readonly #ids: readonly string[];
  #atLeast = new Map<string, number>();

  constructor(world: World, { name, user, bookings }: OfficeFacts) {
    this.name = name;
    this.#world = world;
    this.device = new Device(world, name, user);
    this.statements = new Ledger(name);
    this.statements.listsVisits = true;
    this.#ids = bookings.map(({ id }) => id);
    for (const id of this.#ids) {
      this.device.network.mint(id);
      this.statements.watched.add(id);
    }
    this.#desk = new Desk(world, { device: this.device, user, statements: this.statements });
  }

  open = (): Promise<void> => this.device.calmly(() => this.readLast());

  act(random: Random): Promise<void> {
    return chance(random, ANSWERS_A_ROUND) ? this.#answer(random) : this.#live(random);
  }

  async readLast(): Promise<void> {
    while (!(await this.#refresh())) await this.#world.server.whenUp();
  }

  /** Pulls the lists; false after a failure. */
  async #refresh(): Promise<boolean> {
    const before = await countAnswers(this.#world.server, this.#ids);
    if (!(await this.#desk.pull(this.#desk.device.tab))) return false;
    this.#atLeast = before;
    await this.#look();
    return true;
  }

  /** Reads the list of bookings, and believes every statement. */
  async #look() {
    const atLeast = this.#atLeast;
    const { bookings: listed, answers } = await this.#desk.look();
    const isOurs = (id: string | null) => id !== null && this.#ids.includes(id);
    const bookings = listed.filter(({ id, series }) => isOurs(id) || isOurs(series));
    for (const { id, status, preferred_date: day, preferred_time: slot, events } of bookings) {
      this.#desk.device.network.mint(id);
      if (answers.has(id)) continue;
      this.statements.show({
        ...{ bookingId: id, sequence: events.length, last: events.at(-1)?.id ?? null },
        ...{ status: status as BookingStatus, day, slot: slot as Slot },
        atLeast: atLeast.get(id) ?? 0,
      });
    }
    return { bookings, answers };
  }

  /** Gives an answer that a booking admits, if there is one. */
  async #answer(random: Random): Promise<void> {
    const { device, changes, user } = this.#desk;
    const { now, network } = device;
    const { bookings, answers } = await this.#look();
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
    const facts = { id: entry.id, actor: 'office', request: series ?? id, answer: kind } as const;
    const given = giveAnswer(id, { ...facts, givenTo: rev, values });
    await changes.send(given, { entry, file: null }, random);
    // Nobody hands in an answer again: the next one is another.
    given.kept = null;
    await this.#look();
  }

  #live(random: Random): Promise<void> {
    const desk = this.#desk;
    return liveOn(this.#world, this.device, random, {
      refresh: [6, () => this.#refresh()],
      undo: [2, () => this.#undo(random)],
      discardAll: [0.3, () => desk.discardAll()],
      'pull-aside': [3, async () => desk.pullInBackground()],
      flush: [3, flushing(this.device, random)],
    });
  }

  async settle(): Promise<void> {
    const { device } = this.#desk;
    await device.settle(async () => {
      const { tab } = device;
      for (const { entry, attention } of (await this.#look()).answers.values())
        if (attention) await tab.run(() => tab.outbox.undo(entry.id, true));
      return { isAllSent: (await this.#desk.look()).waiting.length === 0 };
    });
    this.statements.waiting = (await this.#desk.look()).waiting;
  }

  async #undo(random: Random): Promise<void> {
    const open = [...(await this.#look()).answers.values()].filter(({ canUndo }) => canUndo);
    if (open.length === 0) return;
    const change = this.#desk.changes.of(pick(random, open).entry.id);
    if (change) await this.#desk.changes.undo(change, false);
    await this.#look();
  }
}
