/** A longer request says nothing about the clocks: the device may have slept meanwhile. */
const SLOWEST_MS = 60_000;
/** Clocks that differ by less count as the same. */
const TOLERATED_MS = 60 * 60_000;

/**
 * How far the server's clock is ahead of the device's, in milliseconds. The server is taken to have
 * read its clock midway between request and response. Null if that is unknown.
 *
 * `serverTime`: ISO 8601; `askedAt` and `answeredAt`: the device's clock, in milliseconds since 1970.
 */
export function clockDifference(
  serverTime: string | undefined,
  askedAt: number,
  answeredAt: number,
): number | null {
  const server = Date.parse(serverTime ?? '');
  const tookMs = answeredAt - askedAt;
  if (Number.isNaN(server) || tookMs < 0 || tookMs > SLOWEST_MS) return null;
  return server - (askedAt + answeredAt) / 2;
}

/** As the replica's cursor stores it. */
interface Reading {
  /** When the server last agreed, by the device's clock; null for never. */
  pulledAt: number | null;
  serverAheadMs?: number | null;
}

/**
 * The milliseconds to add to the device's clock; 0 while the clocks agree or the difference is
 * unknown, and once the device's clock was set back.
 */
export function clockCorrection(reading: Reading | undefined, deviceNow: number): number {
  const { serverAheadMs = null, pulledAt = null } = reading ?? {};
  if (serverAheadMs === null || Math.abs(serverAheadMs) <= TOLERATED_MS) return 0;
  return pulledAt !== null && deviceNow < pulledAt ? 0 : serverAheadMs;
}
