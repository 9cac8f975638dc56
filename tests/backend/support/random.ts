/** Random choices that a seed reproduces. */
export interface Random {
  /** From 0, below `end`. */
  below(end: number): number;
  chance(of: number): boolean;
  pick<T>(values: readonly T[]): T;
}

/** The generator mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    chance: (of) => next() < of,
    pick<T>(values: readonly T[]): T {
      return values[below(values.length)] as T;
    },
  };
}
