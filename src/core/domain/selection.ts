import { idKey, NO_IDS, PackedIds, placesOf, type Ids } from './ids.ts';

const NONE: ReadonlySet<string> = new Set();

/** Where each id of a list stands, by the number that stands for it: made once a list, and without a text of a packed one. */
const placesByKey = new WeakMap<Ids, Map<number, number>>();

function placesOfAll(ids: Ids): Map<number, number> {
  const known = placesByKey.get(ids);
  if (known) return known;
  const places = new Map<number, number>();
  for (let place = 0; place < ids.length; place++) places.set(numberAt(ids, place), place);
  placesByKey.set(ids, places);
  return places;
}

const numberAt = (ids: Ids, place: number): number =>
  ids instanceof PackedIds ? ids.keyAt(place) : idKey(ids.at(place) ?? '');

const withId = (ids: ReadonlySet<string>, id: string) => new Set([...ids, id]);
const withoutId = (ids: ReadonlySet<string>, id: string) =>
  new Set([...ids].filter((other) => other !== id));

/**
 * The rows that a person has ticked: all that were in a list when they ticked it whole but some, and some more. What comes into the list later
 * is not among them. Texts are made of the ids of few rows only, until those that are ticked are asked for.
 */
export class RowSelection {
  readonly #all: Ids;
  readonly #but: ReadonlySet<string>;
  readonly #also: ReadonlySet<string>;

  private constructor(all: Ids, but: ReadonlySet<string>, also: ReadonlySet<string>) {
    this.#all = all;
    this.#but = but;
    this.#also = also;
  }

  static readonly none = new RowSelection(NO_IDS, NONE, NONE);

  static all(ids: Ids): RowSelection {
    return new RowSelection(ids, NONE, NONE);
  }

  has(id: string): boolean {
    return this.#also.has(id) || (this.#isOfAll(id) && !this.#but.has(id));
  }

  /** With this one ticked when it was not, and not when it was. */
  toggle(id: string): RowSelection {
    if (this.#also.has(id))
      return new RowSelection(this.#all, this.#but, withoutId(this.#also, id));
    if (!this.#isOfAll(id)) return new RowSelection(this.#all, this.#but, withId(this.#also, id));
    return new RowSelection(
      this.#all,
      this.#but.has(id) ? withoutId(this.#but, id) : withId(this.#but, id),
      this.#also,
    );
  }

  /** How many of a list's rows are ticked. */
  countIn(ids: Ids): number {
    return (
      this.#countOfAll(ids) - placesOf(ids, this.#but).length + placesOf(ids, this.#also).length
    );
  }

  /** Those of a list, in its order. */
  among(ids: Ids): string[] {
    return this.#placesIn(ids).map((place) => ids.at(place) ?? '');
  }

  /** The place of the last ticked row of a list; -1 when none is. */
  lastPlaceIn(ids: Ids): number {
    return this.#placesIn(ids).at(-1) ?? -1;
  }

  /** The id of the last row before a place that is not ticked; undefined when there is none. */
  unselected(ids: Ids, before: number): string | undefined {
    for (let place = before - 1; place >= 0; place--) {
      const id = ids.at(place);
      if (id !== undefined && !this.has(id)) return id;
    }
  }

  #placesIn(ids: Ids): number[] {
    if (this.#all.length === 0) return placesOf(ids, this.#also);
    const places: number[] = [];
    for (let place = 0; place < ids.length; place++)
      if (this.has(ids.at(place) ?? '')) places.push(place);
    return places;
  }

  #isOfAll(id: string): boolean {
    const place = placesOfAll(this.#all).get(idKey(id));
    return place !== undefined && this.#all.at(place) === id;
  }

  #countOfAll(ids: Ids): number {
    if (ids === this.#all || this.#all.length === 0) return this.#all.length;
    const places = placesOfAll(this.#all);
    let count = 0;
    for (let place = 0; place < ids.length; place++)
      if (places.has(numberAt(ids, place))) count += 1;
    return count;
  }
}
