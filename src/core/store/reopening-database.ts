import { Dexie, RangeSet, type PromiseExtended } from 'dexie';

/**
 * `failing`: the last open failed or does not answer, and is retried. `blocked`: the browser denies
 * this site its storage.
 */
export type Availability = 'available' | 'failing' | 'blocked';

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 15_000;
/** An open that takes longer counts as failing; it continues. */
const SILENT_MS = 5_000;

/** The wait before the next open, by the number of failures in a row. */
export const reopenDelayMs = (failures: number): number =>
  Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), LONGEST_DELAY_MS);

const reopened = new Set<() => void>();

/** Calls the listener for each database opened after failures; returns a function that stops. */
export function onReopened(listener: () => void): () => void {
  reopened.add(listener);
  return () => void reopened.delete(listener);
}

/**
 * A database that reopens itself with backoff after a failed open: Dexie alone would reject
 * everything from then on. Once open, live queries read again. A failed open rejects with
 * DatabaseClosedError.
 */
export class ReopeningDatabase extends Dexie {
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly watchers = new Set<() => void>();
  private state: Availability = 'available';
  private readonly closing = new AbortController();
  /** Aborts when it is closed for good. */
  readonly closedForGood = this.closing.signal;

  override open(): PromiseExtended<Dexie> {
    if (this.isClosedForGood) return Dexie.Promise.reject(new Dexie.DatabaseClosedError());
    const silence = setTimeout(() => this.changeAvailability('failing'), SILENT_MS);
    return super.open().then(
      (database) => {
        clearTimeout(silence);
        this.noteOpened();
        return database;
      },
      (error: unknown) => {
        clearTimeout(silence);
        this.noteFailed(error);
        throw new Dexie.DatabaseClosedError('The database could not be opened', error as Error);
      },
    );
  }

  override close({ disableAutoOpen } = { disableAutoOpen: true }): void {
    if (disableAutoOpen) {
      this.closing.abort();
      clearTimeout(this.timer);
    }
    super.close({ disableAutoOpen });
  }

  /** Closes it for good: every later operation rejects. */
  closeForGood(): void {
    this.close({ disableAutoOpen: true });
  }

  get isClosedForGood(): boolean {
    return this.closedForGood.aborted;
  }

  get availability(): Availability {
    return this.state;
  }

  /** Calls the listener for every change of `availability`; returns a function that stops. */
  readonly onAvailability = (listener: () => void): (() => void) => {
    this.watchers.add(listener);
    return () => void this.watchers.delete(listener);
  };

  /** Resolves once it is open or blocked, and after `patienceMs` at the latest. */
  whenSettled(patienceMs: number): Promise<void> {
    return new Promise((resolve) => {
      const settle = () => {
        if (this.state === 'failing') return;
        this.watchers.delete(settle);
        resolve();
      };
      this.watchers.add(settle);
      setTimeout(resolve, patienceMs);
      settle();
    });
  }

  private noteOpened(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.failures = 0;
    if (this.state === 'available') return;
    this.changeAvailability('available');
    // As Dexie does for a page from the browser's memory: every live query reads again.
    Dexie.on.storagemutated.fire({ all: new RangeSet(-Infinity, [[]]) });
    for (const listener of reopened) listener();
  }

  private noteFailed(error: unknown): void {
    if (this.isClosedForGood) return;
    // Without this, Dexie rejects the next operation instead of opening for it.
    this.close({ disableAutoOpen: false });
    this.changeAvailability(isMissing(error) || isDenied(error) ? 'blocked' : 'failing');
    // Only another page load restores it.
    if (isMissing(error)) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.open().catch(() => undefined);
    }, reopenDelayMs(++this.failures));
  }

  private changeAvailability(next: Availability): void {
    if (next === this.state) return;
    this.state = next;
    for (const listener of this.watchers) listener();
  }
}

const isMissing = (error: unknown) => error instanceof Error && error.name === 'MissingAPIError';

/** Chromium throws an UnknownError, other browsers a SecurityError. */
const isDenied = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'SecurityError' ||
    error.message.includes('denied permission') ||
    ('inner' in error && isDenied(error.inner)));
