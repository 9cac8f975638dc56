const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** The clocks of server and phone move while a request is under way. */
const TOLERANCE = 2 * 60_000;

/** London's day at a time, `YYYY-MM-DD`. */
export const londonDay = (at: number): string =>
  new Date(at).toLocaleDateString('sv-SE', { timeZone: 'Europe/London' });

/** The end of tomorrow in London, in ms since 1970. */
function endOfTomorrow(at: number): number {
  const day = londonDay(at);
  let end = Date.parse(`${day}T00:00:00Z`) + 2 * DAY;
  const passed = new Date(Date.parse(`${day}T12:00:00Z`) + 2 * DAY).toISOString().slice(0, 10);
  // Summer time begins an hour earlier in UTC.
  if (londonDay(end - HOUR) === passed) end -= HOUR;
  return end;
}

/** A reading of the sheet, by the phone's clock. */
export interface Reading {
  askedAt: number;
  /** When the phone has to forget it. */
  endsAt: number;
}

export const readingAt = (askedAt: number, realTime: number): Reading => ({
  askedAt,
  endsAt: askedAt + endOfTomorrow(realTime) - realTime,
});

/** Whether a reading has certainly ended by a phone's clock. */
export const hasSurelyEnded = ({ askedAt, endsAt }: Reading, clock: number): boolean =>
  clock > endsAt + TOLERANCE || clock < askedAt - HOUR - TOLERANCE;

/** Whether a reading certainly stands by a phone's clock. */
export const surelyStands = ({ askedAt, endsAt }: Reading, clock: number): boolean =>
  clock < endsAt - TOLERANCE && clock > askedAt - HOUR + TOLERANCE;
