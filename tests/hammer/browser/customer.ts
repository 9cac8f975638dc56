import type { Page } from '@playwright/test';
import type { Submission } from '../../../src/core/domain/submission.ts';
import * as application from '../../support/application.ts';
import * as booking from '../../support/booking.ts';
import * as contact from '../../support/contact.ts';
import { readStore } from '../../support/local-store.ts';
import { requestCard } from '../../support/requests.ts';
import { submissionOf } from '../actors/wishes.ts';
import type { Statement, Wish } from '../ledger.ts';
import { between, chance, pick, weighted, type Random } from '../random.ts';
import { POSITION, type Positions } from '../positions.ts';
import type { Server } from '../server.ts';
import { REREAD_MS, type References } from './references.ts';
import type { Blow, Machine, Moment } from './machine.ts';
import { readCards, readNotice, type Card } from './screens.ts';

const FORMS = { booking: '/booking', contact: '/contact', job_application: '/careers' } as const;
const HOUR_MS = 3600_000;
const ROUNDS = 12;
/** A form reports the result of a submit within ten seconds; a busy machine takes longer. */
const SAYS_WITHIN_MS = 45_000;

interface CustomerOptions {
  machine: Machine;
  server: Server;
  positions: Positions;
  references: References;
}

/** A customer at a real browser, who believes every statement on the screen. */
export class Customer {
  readonly wishes: Wish[] = [];
  readonly #machine: Machine;
  readonly #server: Server;
  readonly #positions: Positions;
  readonly #references: References;
  readonly #byReference = new Map<string, Wish>();

  constructor({ machine, server, positions, references }: CustomerOptions) {
    this.#machine = machine;
    this.#server = server;
    this.#positions = positions;
    this.#references = references;
  }

  /** Fills in and submits the form until the request is safe. */
  async submit(wish: Wish, random: Random): Promise<void> {
    this.wishes.push(wish);
    for (;;) {
      const page = await this.#machine.open(FORMS[wish.kind]);
      await this.#fillIn(page, wish);
      const { blow, moment } = drawBlow(random);
      const notice = await this.#machine.through(blow, moment, () => this.#send(page, wish));
      if (notice?.reference)
        return this.#note(
          wish,
          notice.says === 'had-arrived' ? 'had-arrived' : notice.says === 'sent' ? 'sent' : 'saved',
          notice.reference,
        );
      if (notice) return this.#tell(wish, { what: 'unfounded', id: '', text: notice.says });
      // The result was not seen: either My requests shows the request, or it is submitted again.
      const fresh = (await this.look()).find(({ reference }) => !this.#byReference.has(reference));
      if (!fresh) continue;
      this.#note(wish, 'saved', fresh.reference);
      return this.#noteCard(fresh, Date.now());
    }
  }

  /** Opens My requests and records every statement on it. */
  async look(): Promise<Card[]> {
    for (let tries = 0; ; tries++) {
      try {
        const page = await this.#machine.open('/requests');
        const at = Date.now();
        const cards = await readCards(page);
        for (const card of cards) this.#noteCard(card, at);
        return cards;
      } catch (error) {
        if (tries === 3) throw error;
      }
    }
  }

  /** Performs one random event between two submissions. */
  async live(random: Random): Promise<void> {
    const { gateway } = this.#machine;
    gateway.isOffline &&= chance(random, 0.4);
    switch (weighted(random, { look: 4, press: 2, rest: 3, offline: 1, late: 1, clock: 1 })) {
      case 'look':
        return void (await this.look());
      case 'press':
        return this.#sendNow(random);
      case 'rest':
        return this.#machine.rest(between(random, 50, 2_500));
      case 'offline':
        gateway.isOffline = true;
        return;
      case 'late':
        return gateway.deliverLate(gateway.device, false);
      case 'clock':
        return this.#machine.moveClock(pick(random, [-2, 1, 2, 26]) * HOUR_MS);
    }
  }

  async #sendNow(random: Random): Promise<void> {
    const waiting = (await this.look()).filter(
      ({ state }) => state === 'waiting' || state === 'attention',
    );
    if (waiting.length === 0) return;
    const page = this.#machine.device.context.pages().at(-1);
    const button =
      page &&
      requestCard(page, pick(random, waiting).reference).getByRole('button', { name: 'Send now' });
    const { blow, moment } = drawBlow(random);
    await this.#machine.through(blow, moment, async () =>
      button?.click({ timeout: 2_000 }).catch(() => undefined),
    );
  }

  /**
   * After the faults: lets time pass until everything is sent, and records what is still queued.
   */
  async settle(): Promise<void> {
    const { gateway } = this.#machine;
    await this.#machine.settle();
    gateway.isCalm = true;
    gateway.isOffline = false;
    await gateway.deliverLate(gateway.device, false);
    for (let round = 0; round < ROUNDS && !(await this.#isAllSent()); round++) {
      await this.#server.whenUp();
      const { kills } = this.#server;
      await this.#freeAlerts();
      await this.#machine.moveClock(HOUR_MS + 60_000);
      for (const { state, reference } of await this.look()) {
        if (state !== 'attention') continue;
        const page = this.#machine.device.context.pages().at(-1);
        await page
          ?.getByRole('main')
          .getByRole('group', { name: reference })
          .getByRole('button', { name: /^Send/ })
          .click({ timeout: 2_000 })
          .catch(() => undefined);
      }
      await this.#quiet();
      if (kills !== this.#server.kills) round--;
    }
    await gateway.deliverLate(gateway.device, true);
    for (const { reference, state, alert } of await this.look()) {
      if (state === 'sent' && alert !== 'on its way') continue;
      this.#byReference.get(reference)?.waiting.push(reference);
    }
  }

  async #isAllSent(): Promise<boolean> {
    return (await this.look()).every(
      ({ state, alert }) => state === 'sent' && alert !== 'on its way',
    );
  }

  /**
   * Waits until the device has nothing left to send, or for ten seconds: remaining entries are
   * backing off.
   */
  async #quiet(): Promise<void> {
    const page = this.#machine.device.context.pages().at(-1);
    for (const end = Date.now() + 10_000; page && Date.now() < end;) {
      if ((await readStore(page, 'entries')).length === 0) return;
      await page.waitForTimeout(250);
    }
  }

  /** Expires the lease of alerts, because the two minutes would take too long here. */
  async #freeAlerts(): Promise<void> {
    await this.#server.query(
      `update public.alerts set claimed_at = claimed_at - interval '1 hour' where state = 'sending' and record_id = any ($1::uuid[])`,
      [[...this.#machine.gateway.stored]],
    );
  }

  async #fillIn(page: Page, wish: Wish): Promise<void> {
    const { kind, values } = submissionOf(wish, this.#positions) as Submission;
    switch (kind) {
      case 'booking':
        return booking.fillIn(page, values);
      case 'contact':
        return contact.fillIn(page, values);
      case 'job_application': {
        const { file } = wish;
        if (!file) throw new Error('An application without a file');
        await application.positionCard(page, { id: '', title: POSITION }).first().check();
        return application.fillIn(
          page,
          { ...values, cover_letter: values.cover_letter ?? null },
          { name: file.name, mimeType: file.type, buffer: Buffer.from(file.bytes) },
        );
      }
    }
  }

  async #send(page: Page, { kind }: Wish) {
    await {
      booking: booking.submitButton,
      contact: contact.sendButton,
      job_application: application.submitButton,
    }
      [kind](page)
      .click();
    const notice = booking.outcomeNotice(page).or(booking.formNotice(page)).first();
    await notice.waitFor({ timeout: SAYS_WITHIN_MS });
    return readNotice(await notice.innerText());
  }

  #noteCard(card: Card, at: number): void {
    const { reference, state, alert, hadArrived, mayHaveArrived, isAskedHere } = card;
    const wish = this.#byReference.get(reference);
    if (!wish) return;
    const wasStored = this.#references.wasStored(this.#machine.gateway, reference, at - REREAD_MS);
    if (state === 'sent') {
      this.#note(wish, hadArrived ? 'had-arrived' : 'sent', reference);
      if (alert !== 'on its way')
        this.#tell(wish, {
          what: alert === 'sent' ? 'alert-sent' : 'alert-not-sent',
          id: reference,
        });
    } else if (mayHaveArrived) this.#tell(wish, { what: 'may-have-arrived', id: reference });
    else if (state === 'attention' && !isAskedHere)
      this.#tell(wish, { what: 'refused', id: reference, wasStored });
    else if (state === 'waiting') this.#tell(wish, { what: 'not-sent', id: reference, wasStored });
  }

  #note(wish: Wish, what: 'saved' | 'sent' | 'had-arrived', reference: string): void {
    this.#byReference.set(reference, wish);
    wish.editions.set(reference, 1);
    if (what === 'sent')
      this.#tell(wish, {
        what,
        id: reference,
        edition: 1,
        wasStored: this.#references.wasStored(this.#machine.gateway, reference, Date.now()),
      });
    else this.#tell(wish, { what, id: reference });
  }

  /** A repeated statement is recorded once. */
  #tell(wish: Wish, statement: Statement): void {
    const known = wish.statements.slice(-3).map((word) => JSON.stringify(word));
    if (!known.includes(JSON.stringify(statement))) wish.statements.push(statement);
  }
}

function drawBlow(random: Random): { blow: Blow; moment: Moment } {
  const blow = weighted(random, {
    none: 8,
    'tab closed': 4,
    'tab crashed': 3,
    'worker stopped': 3,
    'browser killed': 3,
    'release taken over': 1,
    'release forced': 1,
  });
  const moment = chance(random, 0.5)
    ? { requests: between(random, 1, 3) }
    : { afterMs: between(random, 0, 900) };
  return { blow, moment };
}
