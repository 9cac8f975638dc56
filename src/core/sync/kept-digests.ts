import { Dexie } from 'dexie';
import type { RowOf } from '../backend/admin-backend.ts';
import type { KeptTable } from '../domain/entities.ts';
import { DIGEST_FORM } from '../domain/search-text.ts';
import type { CopyDatabase, DigestChunk } from '../store/copy-database.ts';
import { withReopen } from '../store/database.ts';
import { readOrder } from './read-window.ts';
import { readByIds } from './read-copies.ts';

/** So few rows that making their digests holds up no frame. */
const BATCH_ROWS = 250;
/** So many chunks are read at once. */
const BATCH_CHUNKS = 4;
/** From so many small chunks on they are made one: each refresh may leave one. */
const MANY_CHUNKS = 64;
const PREPARED = 'digested:';

/** What a search goes through instead of the rows. */
export interface Digests<Digest> {
  /** The ids of the list on this device, newest first. */
  order: readonly string[];
  byId: ReadonlyMap<string, Digest>;
}

interface DigestsWish<T extends KeptTable, Digest> {
  table: T;
  digestOf: (row: RowOf<T>) => Digest;
}

/**
 * Makes a reader of a table's digests. Each is made once a revision and kept with the rows, in chunks, so that the next start reads
 * instead of making them. What the reader has read stays in memory and the next call reads what is new. Between batches the page
 * answers; null when `signal` stopped it. A device that is too full to keep them makes them all the same.
 */
export function createDigestReader<T extends KeptTable, Digest>(copy: CopyDatabase, { table, digestOf }: DigestsWish<T, Digest>) {
  const byId = new Map<string, Digest>();
  let seq = 0;

  const note = ({ ids, digests }: Pick<DigestChunk, 'ids' | 'digests'>) => ids.forEach((id, index) => byId.set(id, digests[index] as Digest));

  /** Makes the digests of rows, where they are still there. */
  async function make(ids: readonly string[]) {
    const rows = (await readByIds(copy, table, ids)).flatMap((row) => row ?? []);
    return { ids: rows.map(({ id }) => id), digests: rows.map(digestOf) };
  }

  /** Takes what rows were before out of the chunks. */
  async function forget(changed: readonly string[]): Promise<void> {
    const chunks = await copy.digests.where('ids').anyOf(changed).distinct().toArray();
    for (const chunk of chunks.filter((found) => found.table === table)) {
      const left = chunk.ids.flatMap((id, index) => (changed.includes(id) ? [] : [index]));
      await copy.digests.put({ ...chunk, ids: left.map((index) => chunk.ids[index] ?? ''), digests: left.map((index) => chunk.digests[index]) });
    }
  }

  /** Rows and what is made of them in one transaction: no pull comes in between. False when there is no room for it. */
  async function keep(ids: readonly string[]): Promise<boolean> {
    const made = await withReopen(() =>
      copy.transaction('rw', copy.keptRows, copy.digests, copy.stale, async () => {
        const chunk = await make(ids);
        await copy.stale.bulkDelete(ids.map((id): [string, string] => [table, id]));
        await forget(ids.filter((id) => byId.has(id)));
        return { ...chunk, seq: await copy.digests.add({ table, form: DIGEST_FORM, ...chunk }) };
      }),
    ).catch(async () => ({ ...(await make(ids)), seq: 0 }));
    note(made);
    if (made.seq === seq + 1) seq = made.seq;
    return made.seq > 0;
  }

  async function readChunks(signal: AbortSignal): Promise<void> {
    const small: number[] = [];
    let chunks: DigestChunk[] = [];
    do {
      chunks = await withReopen(() => copy.digests.where('[table+seq]').between([table, seq], [table, Dexie.maxKey], false).limit(BATCH_CHUNKS).toArray());
      const others = chunks.filter(({ form }) => form !== DIGEST_FORM);
      if (others.length > 0) await copy.digests.bulkDelete(others.map((chunk) => chunk.seq ?? 0));
      for (const chunk of chunks) {
        seq = chunk.seq ?? seq;
        if (chunk.form !== DIGEST_FORM) continue;
        note(chunk);
        if (chunk.ids.length < BATCH_ROWS) small.push(seq);
      }
    } while (chunks.length === BATCH_CHUNKS && !signal.aborted);
    if (small.length > MANY_CHUNKS) await join(small);
  }

  /** What is in memory is the newest of each, whichever chunk it came from. */
  const join = (small: readonly number[]) =>
    copy.transaction('rw', copy.digests, async () => {
      const chunks = await copy.digests.bulkGet([...small]);
      const ids = [...new Set(chunks.flatMap((chunk) => chunk?.ids ?? []))];
      await copy.digests.bulkDelete([...small]);
      await copy.digests.put({ table, form: DIGEST_FORM, ids, digests: ids.map((id) => byId.get(id)), seq: small.at(-1) ?? 0 });
    });

  return async (signal: AbortSignal): Promise<Digests<Digest> | null> => {
    const stale = () => copy.stale.where('[table+id]').between([table, Dexie.minKey], [table, Dexie.maxKey]).limit(BATCH_ROWS).primaryKeys();
    const order = await readOrder(copy, table, signal);
    if (!order) return null;
    await readChunks(signal);
    for (let keys = await withReopen(stale); keys.length > 0; keys = await withReopen(stale)) {
      if (signal.aborted) return null;
      if (!(await keep(keys.map(([, id]) => id)))) break;
    }
    const missing = order.filter((id) => !byId.has(id));
    for (let at = 0; at < missing.length; at += BATCH_ROWS) {
      if (signal.aborted) return null;
      await keep(missing.slice(at, at + BATCH_ROWS));
    }
    return { order, byId };
  };
}

/** Makes the digests of a table once, so that its first search finds them. To be called once all of it is here. */
export async function prepareDigests<T extends KeptTable>(copy: CopyDatabase, wish: DigestsWish<T, unknown>, signal: AbortSignal): Promise<void> {
  const key = PREPARED + wish.table + DIGEST_FORM;
  if (await withReopen(() => copy.notes.get(key))) return;
  if (await createDigestReader(copy, wish)(signal)) await withReopen(() => copy.notes.put(true, key));
}

/** So long the ids are gone through without a pause. */
const SLICE_MS = 12;
const LOOK_EVERY = 500;

/** The ids whose digest matches, in their order; null when `signal` stopped it. The page answers in between. */
export async function idsThatMatch<Digest>({ order, byId }: Digests<Digest>, matches: (digest: Digest) => boolean, signal: AbortSignal): Promise<string[] | null> {
  const found: string[] = [];
  let begun = performance.now();
  for (let at = 0; at < order.length; at++) {
    const id = order[at] ?? '';
    const digest = byId.get(id);
    if (digest !== undefined && matches(digest)) found.push(id);
    if (at % LOOK_EVERY || performance.now() - begun < SLICE_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return null;
    begun = performance.now();
  }
  return found;
}
