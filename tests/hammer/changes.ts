import {
  attentionOf,
  isEntry,
  mayHaveRecord,
  outcomeOf,
  type Fresh,
  type Outcome,
} from '../../src/core/outbox/entry.ts';
import type { PageOutbox } from '../../src/runtime/page-outbox.ts';
import type { Device } from './device.ts';
import type { Change, Ledger } from './ledger.ts';
import type { Page } from './page.ts';
import type { Random } from './random.ts';

type Storing = Parameters<PageOutbox['sendAll']>[1];

interface ChangesOptions {
  device: Device;
  ledger: Ledger;
  storingOf: (page: Page) => Storing;
  onDecided?: (change: Change, outcome: Outcome) => void;
}

/** The changes of a person, which a page's outbox sends. */
export class Changes {
  readonly all: Change[];
  readonly #device: Device;
  readonly #storingOf: ChangesOptions['storingOf'];
  readonly #onDecided: (change: Change, outcome: Outcome) => void;

  constructor({ device, ledger, storingOf, onDecided = () => undefined }: ChangesOptions) {
    this.#device = device;
    this.all = ledger.changes;
    this.#storingOf = storingOf;
    this.#onDecided = onDecided;
  }

  of(id: string): Change | undefined {
    return this.all.find((change) => change.id === id);
  }

  /** Sends a change, or one that its page kept. Returns the outcome; null if the page died. */
  async send(change: Change, fresh: Fresh, random: Random): Promise<Outcome | null> {
    // Recorded first, because another tab may finish it at once.
    if (!this.all.includes(change)) this.all.push(change);
    const { tab } = this.#device;
    this.#device.troubleStorage(random);
    const outcomes = await tab.run(() => tab.outbox.sendAll([fresh], this.#storingOf(tab)));
    const outcome = outcomes?.[0] ?? null;
    if (!outcome) await this.#findAfterCrash(change, tab);
    else if (outcome.outcome === 'not-stored') {
      const { fresh: kept } = outcome;
      if (kept && kept.entry.serverMayHave !== 'nothing') change.fate = 'unsure';
      else if (change.fate === 'waiting') change.fate = 'taken-back';
      change.kept = kept && { page: tab, fresh: kept };
    } else {
      change.kept = null;
      // A visitor's may be stored late, and sent by the worker as well.
      const isPerhapsLate = this.#device.user === null && tab.fromMemory.has(change.id);
      const isUnsure = change.fate === 'unsure' || isPerhapsLate;
      this.#decide(change, outcome, isUnsure);
      if (change.kind === 'addition' && outcome.outcome === 'refused') {
        // It goes back to its form. From memory there is nothing to undo.
        if (change.fate === 'refused') change.fate = 'taken-back';
        await this.undo(change, true);
      }
      await this.follow();
    }
    return outcome;
  }

  /** Takes a change back, unless it was sent meanwhile. */
  async undo(change: Change, toldMaybeTooLate: boolean): Promise<void> {
    const { tab } = this.#device;
    const isKnown = this.#device.knows(change.id, tab);
    const isBack = await tab.run(() => tab.outbox.undo(change.id, toldMaybeTooLate));
    if (isBack === null) return this.#findAfterCrash(change, tab);
    if (!isBack) return;
    // An addition is withdrawn from the server.
    const isUndone = isKnown && (change.kind === 'addition' || change.fate !== 'unsure');
    change.fate = isUndone ? 'taken-back' : 'unsure';
    change.kept = null;
  }

  /** Reads the fates of undecided changes on the screens. */
  async follow(): Promise<void> {
    const open = this.all.filter(
      ({ fate, kind, kept }) =>
        fate === 'waiting' ||
        kept !== null ||
        // Nobody sends another refused change again.
        (kind === 'addition' && (fate === 'refused' || fate === 'unsure')),
    );
    const found = await this.#device.surely(({ outbox }) =>
      Promise.all(open.map(({ id }) => outbox.queue.find(id))),
    );
    for (const [place, change] of open.entries()) {
      const stored = found[place];
      const isUnsure = isEntry(stored) && attentionOf(stored) !== null && mayHaveRecord(stored);
      this.#decide(change, outcomeOf(stored) ?? { outcome: 'waiting', cause: null }, isUnsure);
    }
  }

  /** The person sees whether it was stored before its page died, or whether it was taken back. */
  async #findAfterCrash(change: Change, page: Page): Promise<void> {
    change.kept = null;
    await this.follow();
    if (change.fate === 'vanished')
      change.fate = page.fromMemory.has(change.id) ? 'unsure' : 'taken-back';
  }

  #decide(change: Change, outcome: Outcome, isUnsure: boolean): void {
    switch (outcome.outcome) {
      case 'gone':
        if (change.kept !== null || change.fate === 'unsure') return;
        // A full disk removes an entry that was decided, and has no room for its receipt.
        change.fate = this.#device.knows(change.id, null) ? 'vanished' : 'unsure';
        return;
      case 'refused':
        change.fate = isUnsure ? 'unsure' : 'refused';
        break;
      case 'done':
        change.fate = 'done';
        break;
      default:
        change.fate = 'waiting';
    }
    this.#onDecided(change, outcome);
  }
}
