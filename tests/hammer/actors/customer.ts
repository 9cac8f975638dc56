import { customerAnswers } from '../../../src/core/domain/booking-events.ts';
import { londonTime } from '../../../src/core/domain/london-time.ts';
import {
  noteInAnswers,
  readStates,
  storeLinkedBooking,
  storeStates,
} from '../../../src/core/waiting/booking-receipts.ts';
import {
  createCustomerAnswer,
  type CustomerAnswerEntry,
} from '../../../src/core/mutations/customer-answer.ts';
import {
  answeredBooking,
  type AnsweredBooking,
  type AnsweredRequest,
} from '../../../src/core/waiting/my-requests.ts';
import type { SubmissionReceipt } from '../../../src/core/mutations/visitor-mutation.ts';
import { enqueue } from '../../../src/core/outbox/queue.ts';
import { WAITS } from '../../../src/core/outbox/waits.ts';
import type { Actor } from '../actor.ts';
import { countAnswers, type Booking } from '../bookings.ts';
import { Changes } from '../changes.ts';
import { Device } from '../device.ts';
import { flushing, liveOn } from '../happenings.ts';
import { giveAnswer, Ledger, type GivenAnswer } from '../ledger.ts';
import { visitorBackend, type Page } from '../page.ts';
import { chance, pick, type Random } from '../random.ts';
import type { World } from '../world.ts';

/** The requests and the visits of their series. */
const all = (views: ReadonlyMap<string, AnsweredRequest>): AnsweredBooking[] =>
  [...views.values()].flatMap(({ visits, ...own }) => [own, ...visits]);

const ANSWERS_A_ROUND = 0.4;

/** A customer who reads the answers to their bookings in My requests, and answers them. */
export class Customer implements Actor {
  readonly name: string;
  readonly device: Device;
  readonly statements: Ledger;
  readonly #world: World;
  readonly #changes: Changes;
  readonly #ids: readonly string[];
  #atLeast = new Map<string, number>();

  constructor(world: World, name: string, bookings: readonly Booking[]) {
    this.#world = world;
    this.name = name;
    this.device = new Device(world, name);
    this.statements = new Ledger(name);
    this.#ids = bookings.map(({ id }) => id);
    for (const id of this.#ids) {
      this.device.network.mint(id);
      this.statements.watched.add(id);
    }
    this.#changes = new Changes({
      device: this.device,
      ledger: this.statements,
      storingOf: ({ db }) => ({ store: (fresh) => enqueue(db, fresh), patienceMs: WAITS.store }),
    });
  }

  /** Stores the bookings' requests on the device. */
  open = (): Promise<void> =>
    this.device.calmly(async () => {
      const { db } = this.device.tab;
      for (const id of this.#ids)
        await storeLinkedBooking(db, id, { state: null, readAt: 0 }, this.device.now());
      await this.readLast();
    });

  act(random: Random): Promise<void> {
    return chance(random, ANSWERS_A_ROUND) ? this.#answer(random) : this.#live(random);
  }

  async readLast(): Promise<void> {
    while (!(await this.#refresh())) await this.#world.server.whenUp();
  }

  /** Reads the bookings' states from the server; false after a failure. */
  async #refresh(): Promise<boolean> {
    const { tab } = this.device;
    const before = await countAnswers(this.#world.server, this.#ids);
    if (!(await tab.run(() => this.#readStates(tab)))) return false;
    this.#atLeast = before;
    await this.#look();
    return true;
  }

  /** Reads My requests, and believes every statement. */
  async #look(): Promise<ReadonlyMap<string, AnsweredRequest>> {
    const atLeast = this.#atLeast;
    const views = await this.device.surely((tab) => this.#read(tab));
    for (const { visits, ...own } of views.values())
      for (const { state, isLaidOver } of [own, ...visits]) {
        // An answer over a state that a full disk could not store says nothing about the events.
        if (!state || isLaidOver) continue;
        const { id: bookingId, last, status, day, time_slot: slot } = state;
        const sequence = state.id === own.state?.id ? state.sequence : null;
        this.device.network.mint(bookingId);
        this.statements.show({
          ...{ bookingId, sequence, last: last?.id ?? null, status, day, slot },
          atLeast: atLeast.get(bookingId) ?? 0,
        });
      }
    await this.#changes.follow();
    return views;
  }

  /** Gives an answer that a booking admits, if there is one; first one that its page kept. */
  async #answer(random: Random): Promise<void> {
    const { now, network, tab } = this.device;
    const views = await this.#look();
    const request = pick(random, [...views.values()]);
    const { visits } = request;
    const visit = visits.length > 0 && chance(random, 0.6) ? pick(random, visits) : null;
    const { known: last, unsent } = visit ?? request;
    if (!last?.state || (unsent && !unsent.attention)) return;
    const { state, readAt } = last;
    const { id } = state;
    const possible = customerAnswers(state, londonTime(now()).day);
    // A cancellation ends the life of a booking, so most are answered by the office before.
    const share = visit || state.last ? 0.4 : 0.1;
    const kinds = possible.filter((kind) => kind !== 'cancelled' || chance(random, share));
    if (kinds.length === 0) return;
    await this.#remove(unsent?.id);
    const kind = pick(random, kinds);
    const kept = this.statements.answers.find(
      ({ ids, answer, kept: own }) => ids[0] === id && answer === kind && own?.page === tab,
    );
    const known = { state, readAt };
    const other =
      kind === 'asked'
        ? { day: pick(random, ['2027-05-03', '2027-05-04']), slot: 'evening' as const }
        : undefined;
    const seriesId = visit ? (request.state?.id ?? undefined) : undefined;
    const fresh = kept?.kept?.fresh ?? {
      entry: createCustomerAnswer(kind, known, now(), { other, seriesId }),
      file: null,
    };
    network.mint(fresh.entry.id);
    const given = kept ?? answerOf(fresh.entry as CustomerAnswerEntry, request.state?.id ?? id);
    await this.#changes.send(given, fresh, random);
    await this.#look();
  }

  #live(random: Random): Promise<void> {
    const { device } = this;
    return liveOn(this.#world, device, random, {
      refresh: [6, () => this.#refresh()],
      retry: [2, () => this.#retry(random)],
      undo: [2, () => this.#takeBack(random)],
      flush: [3, flushing(device, random)],
    });
  }

  async settle(): Promise<void> {
    await this.device.settle(async () => {
      for (const { unsent } of all(await this.#look()))
        if (unsent?.attention) await this.#remove(unsent.id);
      return { isAllSent: (await this.device.readWaiting()).length === 0 };
    });
    await this.#look();
    this.statements.waiting = await this.device.readWaiting();
  }

  async #readStates(tab: Page): Promise<boolean> {
    const backend = visitorBackend(this.#world, this.device, tab);
    const read = await readStates(backend, this.#ids, WAITS.request);
    if (read.outcome !== 'read') return false;
    const readAt = this.device.now();
    const states = new Map(read.value.map((state) => [state.id, { state, readAt }]));
    await storeStates(tab.db, states);
    await noteInAnswers(tab.outbox.queue, states);
    const stored = await this.#receipts(tab);
    // False if the device could not store them.
    return read.value.every(({ id, sequence }) => {
      const { known } = stored.find((receipt) => receipt.id === id) ?? {};
      return (known?.state?.sequence ?? 0) >= sequence;
    });
  }

  #receipts = async ({ db }: Page) =>
    (await db.receipts.bulkGet([...this.#ids])) as SubmissionReceipt[];

  /** The bookings as My requests shows them. */
  async #read(tab: Page): Promise<Map<string, AnsweredRequest>> {
    const [entries, receipts] = await Promise.all([tab.outbox.queue.list(), this.#receipts(tab)]);
    const view = { now: this.device.now(), isFlushing: false };
    return new Map(
      receipts.flatMap(({ id, known = null }) => {
        const booking = answeredBooking(id, known, entries, view);
        return booking ? [[id, booking] as const] : [];
      }),
    );
  }

  async #retry(random: Random): Promise<void> {
    const waiting = all(await this.#look()).flatMap(({ unsent }) => unsent ?? []);
    if (waiting.length === 0) return;
    const { id, attention } = pick(random, waiting);
    const { tab } = this.device;
    if (!attention) await tab.run(() => tab.outbox.retry(id));
  }

  /** Takes an answer back; one that the server may have can arrive all the same. */
  async #takeBack(random: Random): Promise<void> {
    const waiting = all(await this.#look())
      .flatMap(({ unsent }) => unsent ?? [])
      .filter(({ canUndo, attention }) => canUndo && !attention);
    if (waiting.length === 0) return;
    const { id, mayHaveArrived } = pick(random, waiting);
    const change = this.#changes.of(id);
    if (!change) return;
    await this.#changes.undo(change, mayHaveArrived);
    if (mayHaveArrived && change.fate === 'taken-back') change.fate = 'unsure';
    await this.#look();
  }

  /** Removes a refused answer. */
  async #remove(id: string | undefined): Promise<void> {
    const { tab } = this.device;
    if (id !== undefined) await tab.run(() => tab.outbox.undo(id, true));
  }
}

function answerOf(
  { id, bookingId, answer, offerEventId, visit, other, known }: CustomerAnswerEntry,
  request: string,
): GivenAnswer {
  const sequence = known?.state?.sequence;
  return giveAnswer(bookingId, {
    ...{ id, actor: 'customer', request, answer, givenTo: offerEventId },
    about: visit && sequence !== undefined ? { ...visit, sequence } : null,
    ...(other && { values: other }),
  });
}
