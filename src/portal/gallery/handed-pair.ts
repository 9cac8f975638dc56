/** Two pictures of one view. */
export type HandedPair = readonly [before: File, after: File];

let handed: HandedPair | null = null;

/** Hands two pictures to the gallery's form, which opens with them as a pair. */
export function handPair(pair: HandedPair): void {
  handed = pair;
}

/** The pair that was handed over, once; null without one. */
export function takePair(): HandedPair | null {
  const pair = handed;
  handed = null;
  return pair;
}
