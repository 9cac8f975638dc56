import type { Core, Form } from './core.ts';
import type { Device } from './device.ts';
import { chance, type Random } from './random.ts';
import { isAskedHere, type Reader } from './reader.ts';
import type { Sending, World } from './sending.ts';
import { submissionOf, type Positions, type Typed } from './wishes.ts';

const DAY = 24 * 3600_000;

/** The site's forms, and a person who fills them in again after each crash. */
export class Forms {
  readonly #world: World;
  readonly #device: Device;
  readonly #sending: Sending;
  readonly #reader: Reader;
  readonly #positions: Positions;

  constructor(
    world: World,
    {
      device,
      sending,
      reader,
      positions,
    }: { device: Device; sending: Sending; reader: Reader; positions: Positions },
  ) {
    this.#world = world;
    this.#device = device;
    this.#sending = sending;
    this.#reader = reader;
    this.#positions = positions;
  }

  /** Submits an edition of a wish from its form. */
  async submit(wish: Typed, edition: number, form: Form, random: Random): Promise<void> {
    const { core } = this.#world;
    const device = this.#device;
    if (!this.#reader.wishes.includes(wish)) this.#reader.wishes.push(wish);
    for (;;) {
      const { tab } = device;
      const submission = submissionOf(wish, edition, this.#positions);
      const isDrafted =
        (await tab.run(() => core.saveDraft(tab.db, submission, form, device.now()))) !== null;
      const entry = core.prepare(submission, wish.file, device.now());
      if (!entry) throw new Error('The hammer typed something that breaks a rule');
      this.#reader.mint(wish, entry.id);
      const stored =
        (await tab.run(() => core.store(tab.db, entry, wish.file, form, device.now()))) ??
        (await this.#findStored(wish, entry.id, form, isDrafted));
      if (!stored) continue;
      if (stored.isSent) this.#reader.record(wish, { what: 'had-arrived', id: stored.id });
      wish.editions.set(stored.id, edition);
      this.#reader.record(wish, { what: 'saved', id: stored.id });
      return this.#waitForDecision(wish, stored.id, edition, form, random);
    }
  }

  /**
   * After a crash the form (null) or My requests has the submission. If neither has it, it is lost.
   */
  async #findStored(
    wish: Typed,
    id: string,
    form: Form,
    isDrafted: boolean,
  ): Promise<{ id: string; isSent: boolean } | null> {
    const isInForm = (await this.#reader.readDraft(wish)) !== null;
    const isListed = (await this.#reader.read()).some((view) => view.id === id);
    if (isInForm || (!isDrafted && !isListed)) return null;
    return { id: isListed ? id : (form.edits ?? id), isSent: false };
  }

  /** The form's first flush. A refusal returns the submission to its form. */
  async #waitForDecision(
    wish: Typed,
    id: string,
    edition: number,
    sent: Form,
    random: Random,
  ): Promise<void> {
    const { core, proxy } = this.#world;
    const { tab } = this.#device;
    await this.#sending.flush(tab, true);
    const decision = await tab.run(() => core.decide(tab.db, id));
    if (decision?.outcome === 'done') return this.#reader.tellDelivered(wish, id);
    if (decision?.outcome !== 'refused') return;
    this.#reader.noteRefusal(id, decision.attention.reason);
    const wasStored = proxy.stored.has(id);
    const { mayHaveArrived = false } =
      (await this.#reader.read()).find((view) => view.id === id) ?? {};
    const form = await this.#takeBack(id, (db, taken, now) =>
      core.handBack(db, taken, sent.edits !== null, now),
    );
    if (!form) return;
    if (!isAskedHere(decision.attention.reason))
      this.#reader.record(
        wish,
        mayHaveArrived ? { what: 'may-have-arrived', id } : { what: 'refused', id, wasStored },
      );
    return this.#sendAnew(wish, edition, form, random);
  }

  /** Takes a request from My requests back into its form. */
  async edit(id: string, random: Random): Promise<void> {
    const form = await this.#takeBack(id, this.#world.core.edit);
    const wish = this.#reader.wishOf(id);
    if (form) await this.#sendAnew(wish, wish.editions.get(id) ?? 0, form, random);
  }

  /**
   * Corrects and sends the form's content, gives it up, or leaves it in the form, where the
   * original request goes on.
   */
  async #sendAnew(wish: Typed, edition: number, form: Form, random: Random): Promise<void> {
    const { edits } = form;
    if (chance(random, 0.85)) {
      wish.isRefusable = false;
      wish.day = new Date(this.#device.now() + 3 * DAY).toISOString().slice(0, 10);
      return this.submit(wish, edition + 1, form, random);
    }
    if (!edits) wish.isGivenUp = true;
    else if (chance(random, 0.5))
      await this.#device.tab.run(() => this.#world.core.stopEditing(this.#device.tab.db, edits));
  }

  /** After a crash the request is in its form, or unchanged. */
  async #takeBack(id: string, take: Core['edit']): Promise<Form | null> {
    const { tab } = this.#device;
    const form = await tab.run(() => take(tab.db, id, this.#device.now()));
    if (form || !tab.wasCut) return form;
    if (!(await this.#reader.read()).some((view) => view.id === id)) return { edits: null };
    const draft = await this.#reader.readDraft(this.#reader.wishOf(id));
    return draft?.edits === id ? draft : null;
  }
}
