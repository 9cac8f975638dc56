/** The ids of a list in order: an array or, for a long list, `PackedIds`. Places count from 0. */
export interface Ids {
  readonly length: number;
  /** Undefined beyond the list; a negative place counts from the end. */
  at: (place: number) => string | undefined;
  /** -1 if the list lacks the id. */
  indexOf: (id: string) => number;
  slice: (start?: number, end?: number) => string[];
}

export const NO_IDS: Ids = Array.of<string>();

/** 32-bit numbers an id. */
const WORDS = 4;
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const high = (word: number) => `${HEX[word >>> 24] ?? ''}${HEX[(word >>> 16) & 0xff] ?? ''}`;
const low = (word: number) => `${HEX[(word >>> 8) & 0xff] ?? ''}${HEX[word & 0xff] ?? ''}`;

/** A number for an id: 52 of its random bits, the most that a number holds exactly. */
export const idKey = (id: string): number =>
  Number.parseInt(id.slice(0, 8), 16) * 2 ** 20 + Number.parseInt(id.slice(-5), 16);

/**
 * UUIDs as numbers: a quarter of the memory of an array of texts, and nothing for the garbage
 * collector to trace.
 */
export class PackedIds implements Ids {
  /** Four numbers an id. */
  readonly words: Uint32Array;

  constructor(words: Uint32Array) {
    this.words = words;
  }

  /** Throws for a text that is no UUID; the database has no other ids. */
  static of(ids: readonly string[]): PackedIds {
    const words = new Uint32Array(ids.length * WORDS);
    for (const [place, id] of ids.entries()) {
      const digits = id.replaceAll('-', '');
      if (!/^[\da-f]{32}$/.test(digits)) throw new Error(`This id is no UUID: ${id}`);
      for (let word = 0; word < WORDS; word++)
        words[place * WORDS + word] = Number.parseInt(digits.slice(8 * word, 8 * word + 8), 16);
    }
    return new PackedIds(words);
  }

  /** The ids of several lists, the last list first. */
  static reversed(parts: readonly PackedIds[]): PackedIds {
    const words = new Uint32Array(parts.reduce((sum, part) => sum + part.words.length, 0));
    let end = words.length;
    for (const { words: part } of parts) {
      for (let at = 0; at < part.length; at += WORDS)
        words.set(part.subarray(at, at + WORDS), (end -= WORDS));
    }
    return new PackedIds(words);
  }

  get length(): number {
    return this.words.length / WORDS;
  }

  at(place: number): string | undefined {
    const { words, length } = this;
    const start = (place < 0 ? place + length : place) * WORDS;
    const [first, second, third, last] = [
      words[start],
      words[start + 1],
      words[start + 2],
      words[start + 3],
    ];
    if (first === undefined || second === undefined || third === undefined || last === undefined)
      return undefined;
    return `${high(first)}${low(first)}-${high(second)}-${low(second)}-${high(third)}-${low(third)}${high(last)}${low(last)}`;
  }

  indexOf(id: string): number {
    const key = idKey(id);
    for (let place = 0; place < this.length; place++)
      if (this.keyAt(place) === key && this.at(place) === id) return place;
    return -1;
  }

  slice(start = 0, end = this.length): string[] {
    const last = Math.min(end, this.length);
    const ids: string[] = [];
    for (let place = start; place < last; place++) ids.push(this.at(place) ?? '');
    return ids;
  }

  /** The `idKey` of the id at a place. */
  keyAt(place: number): number {
    const start = place * WORDS;
    return (this.words[start] ?? 0) * 2 ** 20 + ((this.words[start + 3] ?? 0) & 0xfffff);
  }

  /** The ids without those at these places, which are sorted. */
  withoutPlaces(places: readonly number[]): PackedIds {
    const words = new Uint32Array(this.words.length - places.length * WORDS);
    let [from, to] = [0, 0];
    for (const place of [...places, this.length]) {
      words.set(this.words.subarray(from * WORDS, place * WORDS), to);
      to += (place - from) * WORDS;
      from = place + 1;
    }
    return new PackedIds(words);
  }

  /** The ids with these inserted, each before the id at its place; sorted by place. */
  with(added: readonly { id: string; place: number }[]): PackedIds {
    const { words: news } = PackedIds.of(added.map(({ id }) => id));
    const words = new Uint32Array(this.words.length + news.length);
    let from = 0;
    for (const [index, { place }] of added.entries()) {
      words.set(this.words.subarray(from * WORDS, place * WORDS), (from + index) * WORDS);
      words.set(news.subarray(index * WORDS, (index + 1) * WORDS), (place + index) * WORDS);
      from = place;
    }
    words.set(this.words.subarray(from * WORDS), (from + added.length) * WORDS);
    return new PackedIds(words);
  }
}

/** A key for the id at a place, unique within the list, without making a text if possible. */
export const keyAt = (ids: Ids, place: number): string | number =>
  ids instanceof PackedIds ? ids.keyAt(place) : (ids.at(place) ?? place);

/** The places of those ids that `among` contains, in the list's order. */
export function placesOf(ids: Ids, others: ReadonlySet<string>): number[] {
  const places: number[] = [];
  if (others.size === 0) return places;
  const keys = ids instanceof PackedIds ? new Set([...others].map(idKey)) : null;
  for (let place = 0; place < ids.length; place++) {
    if (keys && !keys.has((ids as PackedIds).keyAt(place))) continue;
    if (others.has(ids.at(place) ?? '')) places.push(place);
  }
  return places;
}

/** A list without some ids; the same object if it has none of them. */
export function without(ids: Ids, others: ReadonlySet<string>): Ids {
  const places = placesOf(ids, others);
  if (places.length === 0) return ids;
  return ids instanceof PackedIds
    ? ids.withoutPlaces(places)
    : ids.slice().filter((id) => !others.has(id));
}

/** The length of a list without some ids. */
export const countWithout = (ids: Ids, others: ReadonlySet<string>): number =>
  ids.length - placesOf(ids, others).length;
