/**
 * Faults of a device's storage, in IndexedDB itself: it fails to open, has no room left, or does not
 * answer. A device's replica is a database of its own.
 */

const REPLICA = '-copy';

/** The name of the device's replica database. */
export const replicaOf = (database: string): string => database + REPLICA;

/** How a full disk refuses a write: the write itself fails, or its transaction at the commit. */
export interface Refusal {
  at: 'write' | 'commit';
  error: DOMException;
}

/** A browser's quota, and a disk that is full although the browser grants quota. */
export const REFUSALS: readonly Refusal[] = [
  new DOMException('The quota has been exceeded', 'QuotaExceededError'),
  new DOMException('Internal error: FILE_ERROR_NO_SPACE', 'UnknownError'),
].flatMap((error) => [
  { at: 'write', error },
  { at: 'commit', error },
]);

const storages = new Map<string, Storage>();
const storageOf = (database: string) => storages.get(database.replace(REPLICA, ''));

/** The storage of one device, until it is removed. */
export class Storage {
  /** The number of next opens that fail. */
  failedOpens = 0;
  readonly #database: string;
  #full: { bytesLeft: number; refusal: Refusal } | null = null;
  #silence: { ended: Promise<void>; end: () => void } | null = null;

  constructor(database: string) {
    this.#database = database;
    storages.set(database, this);
  }

  get isFull(): boolean {
    return this.#full !== null;
  }

  /** Resolves when it answers again; null while it does. */
  get silence(): Promise<void> | null {
    return this.#silence?.ended ?? null;
  }

  /** Writes beyond these bytes are refused. Deletions need no room. */
  fill(bytesLeft: number, refusal: Refusal): void {
    this.#full = { bytesLeft, refusal };
  }

  /** Answers nothing until `end`, or for these milliseconds. */
  fallSilent(ms: number): void {
    this.#silence?.end();
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve)).then(() => {
      this.#silence = null;
    });
    this.#silence = { ended, end };
    setTimeout(end, ms);
  }

  makeRoom(): void {
    this.#full = null;
  }

  /** Ends every fault. */
  heal(): void {
    this.failedOpens = 0;
    this.makeRoom();
    this.#silence?.end();
  }

  remove(): void {
    storages.delete(this.#database);
  }

  /** Takes the room that a write needs; why it is refused, if there is not enough. */
  take(value: unknown): Refusal | null {
    if (!this.#full) return null;
    const bytes = sizeOf(value);
    if (bytes > this.#full.bytesLeft) return this.#full.refusal;
    this.#full.bytesLeft -= bytes;
    return null;
  }
}

function sizeOf(value: unknown): number {
  let bytes = 0;
  const text = JSON.stringify(value, (_, part: unknown) => {
    if (!(part instanceof ArrayBuffer)) return part;
    bytes += part.byteLength;
    return '';
  });
  return bytes + text.length;
}

const open = indexedDB.open.bind(indexedDB);
indexedDB.open = (name, version) => {
  const storage = storageOf(name);
  if (!storage?.failedOpens) return open(name, version);
  storage.failedOpens--;
  throw new DOMException('Internal error opening backing store', 'UnknownError');
};

/** The parts of fake-indexeddb's transaction that faults need. */
interface FakeTransaction extends Omit<IDBTransaction, 'error'> {
  error: DOMException | null;
  _started: boolean;
  _state: 'active' | 'inactive' | 'committing' | 'finished';
  _requests: unknown[];
  /** Runs its next request, or commits it when there is none. */
  _start(): void;
  _abort(errorName: string): void;
  _execRequestAsync(request: { source: IDBObjectStore; operation: () => never }): IDBRequest;
}

/** The transactions that cannot be committed. */
const refused = new WeakMap<FakeTransaction, DOMException>();

const transactions = IDBTransaction.prototype as unknown as FakeTransaction;
const start = Reflect.get(transactions, '_start') as FakeTransaction['_start'];
transactions._start = function (this: FakeTransaction) {
  this._started = true;
  const silence = storageOf(this.db.name)?.silence;
  if (silence) return void silence.then(() => this._start());
  const error = refused.get(this);
  if (!error || this._requests.length > 0 || this._state === 'finished') return start.call(this);
  this._abort(error.name);
  this.error = error;
};

const stores = IDBObjectStore.prototype;
for (const name of ['put', 'add'] as const) {
  const write = Reflect.get(stores, name) as IDBObjectStore['put'];
  stores[name] = function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
    const transaction = this.transaction as unknown as FakeTransaction;
    const refusal = storageOf(transaction.db.name)?.take(value);
    if (refusal?.at === 'write')
      return transaction._execRequestAsync({
        source: this,
        operation: () => {
          throw refusal.error;
        },
      }) as IDBRequest<IDBValidKey>;
    if (refusal) refused.set(transaction, refusal.error);
    return write.call(this, value, key);
  };
}
