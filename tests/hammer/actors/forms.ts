import { setTimeout as sleep } from 'node:timers/promises';
import { mintId } from '../../../src/core/domain/mint-id.ts';
import { createSubmission } from '../../../src/core/mutations/visitors.ts';
import { isEntry } from '../../../src/core/outbox/entry.ts';
import type { Replaced, StoredForm } from '../../../src/core/store/device-schema.ts';
import type { SubmitOutcome } from '../../../src/runtime/page-outbox.ts';
import type { Device } from '../device.ts';
import type { Page } from '../page.ts';
import type { Wish } from '../ledger.ts';
import { between, chance, type Random } from '../random.ts';
import type { Positions } from '../positions.ts';
import { isAskedHere, type Reader } from './reader.ts';
import { editionIn, submissionOf } from './wishes.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A person whose form cannot be sent calls the office in the end. */
const MOST_TRIES = 12;

/** A form that shows a wish. */
interface Form {
  /** Null once the form was left. */
  page: Page | null;
  /** The id that a new submission gets. */
  id: string;
  /** As in its draft. */
  isTried: boolean;
  replaces: Replaced | null;
  /** Its page may have sent it from memory. */
  isUnkept?: boolean;
}

type Failed = Extract<SubmitOutcome, { outcome: 'refused' | 'not-stored' }>;

interface FormsOptions {
  device: Device;
  reader: Reader;
  positions: Positions;
  /** What the person does after leaving a form that is being submitted. */
  elsewhere: (random: Random) => Promise<void>;
}

/** The site's forms, and a person who fills them in again after each crash. */
export class Forms {
  readonly #device: Device;
  readonly #reader: Reader;
  readonly #positions: Positions;
  readonly #elsewhere: FormsOptions['elsewhere'];

  constructor({ device, reader, positions, elsewhere }: FormsOptions) {
    this.#device = device;
    this.#reader = reader;
    this.#positions = positions;
    this.#elsewhere = elsewhere;
  }

  /** Submits a new wish. */
  async submit(wish: Wish, random: Random): Promise<void> {
    this.#reader.wishes.push(wish);
    const { tab } = this.#device;
    await tab.run(() => tab.db.forms.delete(wish.kind));
    return this.#insist(wish, this.#emptyForm(), random);
  }

  /** Takes a request from My requests back into its form. */
  async edit(id: string, random: Random): Promise<void> {
    const wish = this.#reader.wishOf(id);
    const { tab } = this.#device;
    if ((await tab.run(() => tab.outbox.edit(id))) === false) return;
    const form = await this.#restore(wish);
    if (form?.replaces?.id !== id) return;
    const next = await this.#thinkAgain(wish, form, random);
    if (next) await this.#insist(wish, next, random);
  }

  /** Submits a form until its wish is sent or stored, or given up. */
  async #insist(wish: Wish, first: Form, random: Random): Promise<void> {
    let form: Form | null = first;
    for (let tries = 0; form; tries++) {
      if (tries === MOST_TRIES) form = await this.#giveUp(wish, form);
      else if (form.page !== this.#device.tab) form = await this.#comeBack(wish, form);
      else form = await this.#try(wish, form, form.page, random);
    }
  }

  /** Submits a form once. Returns the form that is to be submitted next; null for none. */
  async #try(wish: Wish, form: Form, page: Page, random: Random): Promise<Form | null> {
    const device = this.#device;
    const { kind } = wish;
    const { id, isTried, replaces } = form;
    const submission = submissionOf(wish, this.#positions);
    const isDrafted = await this.#saveDraft(wish, form, page);
    if (page.isDead) return form;
    const fresh = createSubmission(submission, wish.file, device.now(), replaces ? undefined : id);
    if (!fresh) throw new Error('The hammer typed something that breaks a rule');
    this.#reader.mint(wish, fresh.entry.id);
    const entryId = replaces?.id ?? fresh.entry.id;
    // Until its outcome is told, nobody knows which edition is sent.
    if (replaces || isTried) wish.editions.set(entryId, null);
    // The form says that a discarded request is sent only when it is submitted.
    if (wish.isGivenUp) this.#reader.record(wish, { what: 'submitted-again', id: entryId });
    wish.isGivenUp = false;
    device.troubleStorage(random);

    let isLeft = false;
    const submitted = page.run(() =>
      page.outbox
        .submit(fresh, {
          ...{ key: kind, ownsStored: isDrafted, isTried, replaces },
          ...{ onStored: () => undefined, isLeft: () => isLeft },
        })
        .catch((error: unknown) => ({ outcome: 'broken' as const, error })),
    );
    if (chance(random, 0.25)) {
      await Promise.race([submitted, sleep(between(random, 0, 300))]);
      isLeft = true;
      await this.#elsewhere(random);
    }
    const outcome = await submitted;
    const isUnkept = page.fromMemory.has(entryId);
    if (!outcome) return { ...form, isUnkept };
    switch (outcome.outcome) {
      case 'broken':
        this.#reader.record(wish, { what: 'unfounded', id, text: String(outcome.error) });
        return { ...form, isUnkept };
      case 'done':
        this.#promise(wish, outcome.id, page);
        this.#reader.noteSent(
          wish,
          outcome.id,
          outcome.hasOnlyFormer,
          wish.editions.get(outcome.id) ?? null,
        );
        void outcome.alert.then(
          (alert) => alert && this.#reader.noteAlert(wish, outcome.id, alert === 'sent'),
        );
        break;
      case 'waiting':
        this.#promise(wish, outcome.id, page);
        this.#reader.record(wish, { what: 'saved', id: outcome.id });
        break;
      default:
        await this.#noteFailure(wish, entryId, page, outcome);
        return this.#goOn(
          wish,
          {
            page: isLeft ? null : page,
            id: outcome.replaces?.id ?? (outcome.isTried ? id : mintId()),
            isTried: outcome.isTried,
            replaces: outcome.replaces,
          },
          outcome,
          random,
        );
    }
    await page.run(() => page.db.forms.delete(kind));
    return null;
  }

  /** An attempt with an earlier edition may be forgotten. */
  #promise(wish: Wish, id: string, page: Page): void {
    wish.editions.set(id, this.#device.knows(id, page) ? wish.edition : null);
  }

  /** Records a form's statement that its submission was refused, or neither sent nor stored. */
  async #noteFailure(wish: Wish, id: string, page: Page, outcome: Failed): Promise<void> {
    const wasStored = this.#reader.isStored(id);
    const isKnown = this.#device.knows(id, page);
    if (outcome.outcome === 'not-stored')
      return this.#reader.record(
        wish,
        outcome.mayHaveArrived || !isKnown
          ? { what: 'may-have-arrived', id }
          : { what: 'not-sent', id, wasStored },
      );
    const { reason } = outcome.attention;
    this.#reader.noteRefusal(id, reason);
    if (isAskedHere(reason)) return;
    const card =
      outcome.replaces && (await this.#reader.cardsOf(wish)).find((one) => one.id === id);
    this.#reader.record(
      wish,
      (outcome.isTried && outcome.replaces) || card?.mayHaveArrived || !isKnown
        ? { what: 'may-have-arrived', id }
        : { what: 'refused', id, wasStored },
    );
  }

  /** The form keeps its input, and stores it as a draft. */
  async #goOn(wish: Wish, form: Form, failed: Failed, random: Random): Promise<Form | null> {
    const { tab } = this.#device;
    await this.#saveDraft(wish, form, form.page ?? tab);
    // Discarded in My requests meanwhile.
    if (wish.isGivenUp) return null;
    if (failed.outcome === 'refused') return this.#thinkAgain(wish, form, random);
    if (chance(random, 0.1)) return this.#giveUp(wish, form);
    if (chance(random, 0.2)) wish.edition++;
    this.#device.nextTurn(random);
    await this.#device.passTime(between(random, 0, 20) * MINUTE);
    return form;
  }

  /** Corrects the form's content, gives it up, or leaves it, where the original request goes on. */
  async #thinkAgain(wish: Wish, form: Form, random: Random): Promise<Form | null> {
    if (chance(random, 0.85)) {
      wish.isRefusable = false;
      wish.day = new Date(this.#device.now() + 3 * DAY).toISOString().slice(0, 10);
      wish.edition++;
      return form;
    }
    return form.replaces && !form.isTried && chance(random, 0.5) ? null : this.#giveUp(wish, form);
  }

  async #giveUp(wish: Wish, { replaces }: Form): Promise<null> {
    const { tab } = this.#device;
    if (replaces) await tab.run(() => tab.outbox.endEdit(replaces.id));
    await tab.run(() => tab.db.forms.delete(wish.kind));
    const cards = await this.#reader.cardsOf(wish);
    wish.isGivenUp = cards.length === 0;
    // An attempt to send the form's edition may have arrived.
    for (const { id } of cards) wish.editions.set(id, null);
    return null;
  }

  /**
   * The form's page is gone: its person finds the submission in the form again, or in My requests,
   * or types it once more.
   */
  async #comeBack(wish: Wish, form: Form): Promise<Form | null> {
    const restored = await this.#restore(wish);
    if (restored) return restored;
    const cards = await this.#reader.cardsOf(wish);
    for (const { id } of cards) {
      wish.editions.set(id, await this.#storedEdition(wish, form, id));
      this.#reader.record(wish, { what: 'saved', id });
    }
    if (cards.length > 0) return null;
    // It was said that it may have arrived.
    if (form.replaces || form.isTried) return this.#giveUp(wish, form);
    wish.isRetyped ||= form.isUnkept === true;
    return this.#emptyForm();
  }

  /** Of a sent submission the device keeps no content, and it may have forgotten an attempt. */
  async #storedEdition(
    wish: Wish,
    { replaces, isTried }: Form,
    id: string,
  ): Promise<number | null> {
    if (!this.#device.knows(id, null)) return null;
    const found = await this.#device.surely(({ outbox }) => outbox.queue.find(id));
    if (isEntry(found)) return editionIn(found);
    return replaces || isTried || wish.edition > 1 ? null : wish.edition;
  }

  #emptyForm(): Form {
    return {
      page: this.#device.tab,
      id: mintId(),
      isTried: false,
      replaces: null,
    };
  }

  async #saveDraft(wish: Wish, { id, isTried, replaces }: Form, page: Page): Promise<boolean> {
    const draft: StoredForm = {
      ...{ key: wish.kind, userId: null, id, savedAt: this.#device.now() },
      values: submissionOf(wish, this.#positions).values,
      ...(isTried && { isTried }),
      ...(replaces && { replaces }),
    };
    return (await page.run(() => page.db.forms.put(draft))) !== null;
  }

  /** The form of a wish's draft; null without one. */
  async #restore({ kind, email }: Wish): Promise<Form | null> {
    const draft = await this.#device.surely(({ db }) => db.forms.get(kind));
    if (!draft || (draft.values as { email: string }).email !== email) return null;
    return {
      page: this.#device.tab,
      id: draft.id,
      isTried: draft.isTried === true,
      replaces: draft.replaces ?? null,
    };
  }
}
