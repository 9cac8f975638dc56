const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** How long the outbox waits, in ms. */
export const WAITS = {
  /** Before the second attempt; doubled after each. */
  firstRetry: 2 * SECOND,
  longestRetry: 15 * MINUTE,
  /** After a rate limit without a `Retry-After`. */
  rateLimit: 10 * MINUTE,
  longestRetryAfter: 60 * MINUTE,
  /** After a network that lets no request of this size through: long enough to leave it. */
  tooLarge: 15 * MINUTE,
  /** Between attempts whose result the device could not write down. */
  unwritten: MINUTE,
  /** Before a queue is read again whose database was closed. */
  closed: MINUTE,
  /** At least this long between two flushes, so that an entry that another context sends is not requested in a tight loop. */
  betweenFlushes: SECOND / 2,
  /** A longer timeout overflows, and one flush an hour costs nothing. */
  longestTimer: 60 * MINUTE,
  /** For the flush lock, before it is stolen. */
  flushLock: 4 * MINUTE,
  /** For a decision, before a form says that its entry waits. */
  decision: 10 * SECOND,
  /** For the storage, before an entry is sent from memory. */
  store: 3 * SECOND,
  /** For the storage, once such an entry could not be sent either. */
  lateStore: 7 * SECOND,
  /** For the sender's changes, after which the entry is sent as it was. */
  edit: 30 * MINUTE,
  /** An entry that is being sent for longer was left by a killed tab: longer than the longest request. */
  sending: 11 * MINUTE,
  request: 30 * SECOND,
  longestUpload: { page: 10 * MINUTE, worker: 150 * SECOND },
} as const;
