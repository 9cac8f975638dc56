/** Numbers from 0 up to 1, the same for the same keys. */
export type Random = () => number;

/**
 * A separate stream for each set of keys, so that a device's draws do not depend on the progress of
 * others, and a seed replays in any interleaving.
 */
export function randomOf(...keys: readonly (string | number)[]): Random {
  let state = hash(keys.join('/'));
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from `least` to `most`. */
export const between = (random: Random, least: number, most: number): number =>
  least + Math.floor(random() * (most - least + 1));

export const chance = (random: Random, probability: number): boolean => random() < probability;

export function pick<T>(random: Random, choices: readonly [T, ...T[]] | readonly T[]): T {
  const choice = choices[Math.floor(random() * choices.length)];
  if (choice === undefined) throw new Error('There is nothing to pick from');
  return choice;
}

/** Picks a key with a probability in proportion to its weight. */
export function weighted<K extends string>(
  random: Random,
  weights: Readonly<Record<K, number>>,
): K {
  const entries = Object.entries(weights) as [K, number][];
  let left = random() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  const found = entries.find(([, weight]) => (left -= weight) < 0);
  if (!found) throw new Error('Nothing has any weight');
  return found[0];
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value;
}
