import { keyHeaders } from '../../functions/_shared/project-api.ts';
import { ok, unchecked, wrong, type Line } from './report.ts';
import { ask, readObject, type Target } from './target.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A site with fewer bookings, or a shorter history, has no usual pause. */
const HISTORY = { bookings: 20, days: 60 };
/** A pause is unusual from this share of the last year's longest one on, and never before the days of Christmas. */
const UNUSUAL = { share: 1.5, days: 3 };

interface Bookings {
  count: number;
  first: string | null;
  last: string | null;
  /** Seconds. */
  longest: number | null;
}

const days = (ms: number) => `${Math.round(ms / DAY_MS)} days`;

/** Checks that the time since the last booking is not unusually long for this site. */
export async function checkBookings({ url, secretKey }: Target, now = Date.now()): Promise<Line> {
  const name = 'bookings';
  if (secretKey === null) return unchecked(name, 'needs the secret key');
  const answer = await ask(`${url}/rest/v1/rpc/booking_pauses`, {
    method: 'POST',
    headers: { ...keyHeaders(secretKey), 'content-type': 'application/json' },
    body: '{}',
  });
  const { count, first, last, longest } = readObject(answer) as Partial<Bookings>;
  if (count === undefined) return unchecked(name, 'needs the migrations');
  if (!first || !last || !longest || !isEnough(count, first, last))
    return unchecked(
      name,
      `${count} in the last year: from ${HISTORY.bookings} in ${HISTORY.days} days on, a long pause is noticed`,
    );
  const since = now - Date.parse(last);
  const found = `the last one on ${last.slice(0, 10)}; the longest pause of the last year was ${days(longest * 1000)}`;
  return since > Math.max(longest * 1000 * UNUSUAL.share, UNUSUAL.days * DAY_MS)
    ? wrong(
        name,
        `none for ${days(since)}: ${found}`,
        'book something on the site, on a phone, and look for it in the portal; then npm run person -- erase EMAIL',
      )
    : ok(name, found);
}

const isEnough = (count: number, first: string, last: string) =>
  count >= HISTORY.bookings && Date.parse(last) - Date.parse(first) >= HISTORY.days * DAY_MS;
