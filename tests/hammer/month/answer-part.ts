import { readAnswered } from '../answers/bookings.ts';
import { Customer } from '../answers/customer.ts';
import type { GivenAnswer, Side } from '../answers/ledger.ts';
import { Office } from '../answers/office.ts';
import { judgeAnswers } from '../answers/oracle.ts';
import { Device } from '../device.ts';
import { Desk } from '../portal/desk.ts';
import type { User } from '../portal/users.ts';
import { chance, randomOf, type Random } from '../random.ts';
import { withoutFaults, type Month } from './month.ts';
import type { Regular } from './regulars.ts';

const CUSTOMERS_A_DAY = 8;

interface Answerer {
  device: Device;
  person: Customer | Office;
}

/** Customers who skip and move their visits in My requests, and the administrator who answers them in the portal. */
export class AnswerPart {
  /** In the order of `regulars`. */
  readonly customers: readonly { device: Device; person: Customer }[];
  readonly office: { device: Device; person: Office };
  readonly #month: Month;
  readonly #regulars: readonly Regular[];

  constructor(month: Month, user: User, regulars: readonly Regular[]) {
    this.#month = month;
    this.#regulars = regulars;
    this.customers = regulars.map(({ booking }, place) => {
      const world = month.worldOf(`c${place}`);
      const device = new Device(world, `c${place}.s${month.seed}`);
      device.network.mint(booking.id);
      return { device, person: new Customer(world, device, [booking]) };
    });
    const world = month.worldOf('o0');
    const device = new Device(world, `o0.s${month.seed}`, user);
    const bookings = regulars.map(({ booking }) => booking);
    this.office = {
      device,
      person: new Office(world, new Desk(world, device, user, []), bookings),
    };
  }

  get all(): readonly Answerer[] {
    return [...this.customers, this.office];
  }

  get answers(): GivenAnswer[] {
    return this.all.flatMap(({ person }) => person.side.answers);
  }

  /** Opens My requests and the portal for the first time. */
  async open(): Promise<void> {
    for (const { device, person } of this.customers)
      await withoutFaults(device, () => person.open());
    await withoutFaults(this.office.device, () => this.#refresh(this.office));
  }

  passNight(): void {
    for (const { device } of this.all) device.moveClock(this.#month.nightOf(device));
  }

  /** The office and some customers answer each other. */
  work(): Promise<void> {
    const { seed, day } = this.#month;
    const acting = this.customers
      .map((customer) => ({ customer, place: randomOf(seed, customer.device.name, 'turn', day)() }))
      .sort((a, b) => a.place - b.place)
      .slice(0, CUSTOMERS_A_DAY)
      .map(({ customer }) => customer);
    const act = ({ person }: Answerer, random: Random) =>
      chance(random, 0.5) ? person.answer(random) : person.live(random);
    return this.#month.liveToday([...acting, this.office], act);
  }

  async settle(): Promise<void> {
    await this.#month.onEach(this.all, ({ person }) => person.settle());
  }

  /** Reads the last states, for the judgement. */
  async readLast(): Promise<void> {
    await this.#month.onEach(this.all, (one) => this.#refresh(one));
  }

  async judge(): Promise<void> {
    const { site, findings } = this.#month;
    const { side, owners } = this.office.person;
    const answered = await readAnswered(
      site.server,
      this.#regulars.map(({ booking }) => booking),
    );
    for (const [place, { booking, answers: begun }] of this.#regulars.entries()) {
      const given = side.answers.filter(({ ids }) => owners.get(ids[0] ?? '') === booking.id);
      const ofOffice: Side = { ...side, answers: [...begun, ...given], waiting: [] };
      const ofCustomer = this.customers[place]?.person.side;
      const sides = ofCustomer ? [ofCustomer, ofOffice] : [ofOffice];
      findings.push(...judgeAnswers([booking], sides, answered));
    }
    for (const id of side.waiting) this.#month.find('stuck', side.name, `${id} still waits`);
  }

  async #refresh({ person }: Answerer): Promise<void> {
    while (!(await person.refresh())) await this.#month.site.server.whenUp();
  }
}
