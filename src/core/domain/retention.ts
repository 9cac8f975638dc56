/**
 * Months after which the office deletes each kind of record; also the arguments of `npm run
 * retention -- set`. The privacy page states them.
 */
export const RETENTION_MONTHS = {
  bookings: 24,
  contact_messages: 12,
  job_applications: 6,
} as const;

/**
 * The number of daily backups, and so the days for which they contain deleted data: the default of
 * `npm run backup -- make --keep`.
 */
export const DAILY_BACKUPS = 7;
