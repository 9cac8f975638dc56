import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { calendarFile, type CleaningEvent } from '../../../src/core/domain/calendar-file.ts';

const NOW = new Date('2026-11-22T10:00:00Z');

const EVENT: CleaningEvent = {
  uid: '0b9e7c1a00004000',
  day: '2026-11-24',
  slot: 'morning',
  title: 'Deep Cleaning: Isla Muir',
  address: 'Flat 2/1\n4 Abbey Close, Paisley; PA1 1TF',
  description: 'K7QF-2M9D\n0141 496 0123',
  status: 'confirmed',
  sequence: 7,
};

/** The file as another library reads it. */
function read(changes: Partial<CleaningEvent> = {}, now = NOW) {
  const text = calendarFile([{ ...EVENT, ...changes }], now);
  const calendar = new ICAL.Component(ICAL.parse(text));
  const zone = calendar.getFirstSubcomponent('vtimezone');
  if (zone) ICAL.TimezoneService.register(zone);
  const component = calendar.getFirstSubcomponent('vevent');
  if (!component) throw new Error('There is no event in the file');
  const event = new ICAL.Event(component);
  const value = (name: string) => String(component.getFirstPropertyValue(name));
  return {
    text,
    event,
    value,
    calendar,
    hours: [event.startDate, event.endDate].map((time) => time.toJSDate().toISOString()),
  };
}

test('a calendar reads who, where and when, with every line and comma as it was', () => {
  const description = 'K7QF-2M9D\n0141 496 0123; ring, then \\knock\\';
  const { event, value } = read({ description });
  expect([event.summary, event.description]).toEqual([EVENT.title, description]);
  expect(value('status')).toBe('CONFIRMED');
  expect(event.startDate.zone.tzid).toBe('Europe/London');
});

test('an address of several lines is one line, for calendars that show a line break as a slash', () => {
  expect(read().event.location).toBe('Flat 2/1, 4 Abbey Close, Paisley; PA1 1TF');
  expect(read({ address: 'Flat 2,\n\n 114 Gauze Street ' }).event.location).toBe(
    'Flat 2, 114 Gauze Street',
  );
});

test.each([
  ['morning', ['2026-11-24T08:00:00.000Z', '2026-11-24T12:00:00.000Z']],
  ['afternoon', ['2026-11-24T12:00:00.000Z', '2026-11-24T17:00:00.000Z']],
  ['evening', ['2026-11-24T17:00:00.000Z', '2026-11-24T20:00:00.000Z']],
  ['night', ['2026-11-24T08:00:00.000Z', '2026-11-24T20:00:00.000Z']],
])('the %s has London’s hours', (slot, hours) => {
  expect(read({ slot }).hours).toEqual(hours);
});

test.each([
  ['2027-03-27', '2027-03-27T08:00:00.000Z'],
  ['2027-03-28', '2027-03-28T07:00:00.000Z'],
  ['2026-10-24', '2026-10-24T07:00:00.000Z'],
  ['2026-10-25', '2026-10-25T08:00:00.000Z'],
])('on %s, beside a clock change, eight o’clock is %s', (day, start) => {
  expect(read({ day }).hours[0]).toBe(start);
});

test('a second file of the same booking is the same event, later and of a higher number, so that it takes the first one’s place', () => {
  const first = read();
  const second = read({ sequence: 9, day: '2026-11-25' }, new Date('2026-11-23T10:00:00Z'));
  expect(second.event.uid).toBe(first.event.uid);
  expect([first.event.sequence, second.event.sequence]).toEqual([7, 9]);
  expect([first.value('dtstamp'), second.value('dtstamp')]).toEqual([
    '2026-11-22T10:00:00Z',
    '2026-11-23T10:00:00Z',
  ]);
});

test('a requested visit is tentative, and a cancelled one is cancelled', () => {
  expect(read({ status: 'tentative' }).value('status')).toBe('TENTATIVE');
  expect(read({ status: 'cancelled' }).value('status')).toBe('CANCELLED');
});

test('no line is longer than 75 bytes, and each ends as the standard wants it', () => {
  const { text } = read({ description: 'Zoë’s key is under the third pot. '.repeat(20) });
  for (const line of text.split('\r\n'))
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(text).not.toMatch(/[^\r]\n/);
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(read({ description: 'Zoë 🏠'.repeat(60) }).event.description).toBe('Zoë 🏠'.repeat(60));
});

test('a cancelled visit says so in its title and leaves its hours free, for calendars that keep it', () => {
  const { value, event } = read({ status: 'cancelled' });
  expect(value('status')).toBe('CANCELLED');
  expect(event.summary).toBe('Cancelled: Deep Cleaning: Isla Muir');
  expect(value('transp')).toBe('TRANSPARENT');
  expect(read().value('transp')).toBe('null');
});

test.each(['tentative', 'confirmed', 'cancelled'] as const)(
  'a %s visit is a file to import, no message: it has neither a method nor an organizer',
  (status) => {
    const { calendar, value } = read({ status });
    expect(calendar.getFirstPropertyValue('method')).toBeNull();
    expect(value('organizer')).toBe('null');
  },
);
