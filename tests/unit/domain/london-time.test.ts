import { afterEach, expect, test } from 'vitest';
import { londonTime } from '../../../src/core/domain/london-time.ts';

const LONDON = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
});

function byIntl(now: number) {
  const parts = Object.fromEntries(
    LONDON.formatToParts(now).map(({ type, value }) => [type, value]),
  );
  return { day: `${parts.year}-${parts.month}-${parts.day}`, hour: Number(parts.hour) };
}

const HOUR_MS = 60 * 60 * 1000;
const TIME_ZONE = process.env.TZ;
afterEach(() => {
  if (TIME_ZONE === undefined) delete process.env.TZ;
  else process.env.TZ = TIME_ZONE;
});

test('every hour of thirty years has the time that the time zone database gives it', () => {
  const differing: number[] = [];
  for (let now = Date.UTC(2015, 0, 1); now < Date.UTC(2045, 0, 1); now += 7 * HOUR_MS) {
    const [ours, theirs] = [londonTime(now), byIntl(now)];
    if (ours.day !== theirs.day || ours.hour !== theirs.hour) differing.push(now);
  }
  expect(differing).toEqual([]);
});

test.each([
  '2026-03-29T00:59:59Z',
  '2026-03-29T01:00:00Z',
  '2026-10-25T00:59:59Z',
  '2026-10-25T01:00:00Z',
])('the clocks change at 01:00 UTC: %s', (time) => {
  expect(londonTime(Date.parse(time))).toEqual(byIntl(Date.parse(time)));
});

test.each(['Pacific/Auckland', 'America/Los_Angeles', 'Europe/London'])(
  'a device in %s counts the days of London',
  (timeZone) => {
    process.env.TZ = timeZone;
    expect(londonTime(Date.parse('2026-07-01T22:59:00Z')).day).toBe('2026-07-01');
    expect(londonTime(Date.parse('2026-07-01T23:00:00Z')).day).toBe('2026-07-02');
  },
);
