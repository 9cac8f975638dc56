interface StoredAlert {
  attempts: number;
  /** ISO 8601, as are the others. */
  created_at: string;
  claimed_at: string | null;
  bounced_at: string | null;
}

const MINUTE_MS = 60_000;
/** Failed attempts after which a person is told, although the server goes on. */
const ATTEMPTS = 3;
/** The server's schedule runs every five minutes. */
const ROUND_MS = 6 * MINUTE_MS;

/** The database's `alert_wait`, in milliseconds. */
const waitOf = (attempts: number): number =>
  (attempts < 1 ? 15 : Math.min(5 * 3 ** (attempts - 1), 12 * 60)) * MINUTE_MS;

/**
 * Whether an unsent alert needs a person: its mail bounced, several attempts failed, or the
 * server's next attempt did not come. Before that the server heals it. `now`: milliseconds since
 * 1970.
 */
export function isOverdue(alert: StoredAlert, now: number): boolean {
  const { attempts, created_at, claimed_at, bounced_at } = alert;
  if (bounced_at !== null || attempts >= ATTEMPTS) return true;
  return now > Date.parse(claimed_at ?? created_at) + waitOf(attempts) + ROUND_MS;
}
