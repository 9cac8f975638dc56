import { idKey, NO_IDS, PackedIds, placesOf, type Ids } from './ids.ts';

const NONE: ReadonlySet<string> = new Set();

/** The place of each id in a list, by its key: built once a list, without texts for packed ids. */
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
 * A selection of rows: the ids of a list except some, plus others. Rows added to the list later are
 * not selected. Makes id texts for few rows until the selected ids are requested.
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

  /** The selection with this id toggled. */
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

  /** The number of a list's selected rows. */
  countIn(ids: Ids): number {
    return (
      this.#countOfAll(ids) - placesOf(ids, this.#but).length + placesOf(ids, this.#also).length
    );
  }

  /** A list's selected rows, in its order. */
  among(ids: Ids): string[] {
    return this.#placesIn(ids).map((place) => ids.at(place) ?? '');
  }

  /** The place of a list's last selected row; -1 for none. */
  lastPlaceIn(ids: Ids): number {
    return this.#placesIn(ids).at(-1) ?? -1;
  }

  /** The id of the last unselected row before a place; undefined for none. */
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
