interface Bucket {
  level: number;
  at: number;
}

interface Buckets {
  /** Takes a token; returns the milliseconds until the next one if there is none. */
  take(key: string): number;
  giveBack(key: string): void;
}

/** How many keys a clean-up scans for full buckets, which carry no information. */
const SWEEP_AT = 1_000;

/**
 * A bucket for each key, with `capacity` tokens and one more each `refillMs`. An unknown key's
 * bucket is full. Survives changes of the system clock.
 */
export function createBuckets(
  capacity: number,
  refillMs: number,
  now: () => number = () => performance.now(),
): Buckets {
  const buckets = new Map<string, Bucket>();

  const levelOf = ({ level, at }: Bucket) =>
    Math.min(capacity, level + Math.max(0, now() - at) / refillMs);

  function sweep(): void {
    for (const [key, bucket] of buckets) if (levelOf(bucket) >= capacity) buckets.delete(key);
  }

  return {
    take(key) {
      if (buckets.size >= SWEEP_AT) sweep();
      const bucket = buckets.get(key);
      const level = bucket ? levelOf(bucket) : capacity;
      if (level < 1) return Math.ceil((1 - level) * refillMs);
      buckets.set(key, { level: level - 1, at: now() });
      return 0;
    },
    giveBack(key) {
      const bucket = buckets.get(key);
      if (bucket) buckets.set(key, { level: Math.min(capacity, levelOf(bucket) + 1), at: now() });
    },
  };
}
