import { expect, test, vi } from 'vitest';
import { parseQuery } from '../../../src/core/domain/search-query.ts';
import { APPLICATIONS } from '../../../src/portal/applications/applications-page.tsx';
import { BOOKINGS } from '../../../src/portal/bookings/bookings-page.tsx';
import { unmarkedFields } from '../../../src/portal/list/found-in.tsx';
import { textOf } from '../../../src/portal/list/search.tsx';
import { MESSAGES } from '../../../src/portal/messages/messages-page.tsx';
import { POSTINGS } from '../../../src/portal/postings/postings-page.tsx';
import { TEAM } from '../../../src/portal/team/team-page.tsx';
import { BOOKING as LISTED } from '../support/booking-row.ts';

vi.mock('../../../src/portal/team/use-team.ts', () => ({
  teamNames: () => new Map([['ann', 'Ann Baker']]),
}));

const COMMON = {
  id: '0b5e9f3c-7d21-4a86-9c53-2f1e6d8a4b70',
  created_at: '2026-11-20T12:00:00+00:00',
  rev: 7,
};
const PERSON = { name: 'Zoë O’Brien', email: 'zoe@example.com' };
const RECEIVED = ['', '20 november 2026 friday', '20261120 20/11/2026', ''];

const BOOKING = {
  ...LISTED,
  ...COMMON,
  ...PERSON,
  price_pence: 6600,
  price_per: 'visit',
  instructions: 'The key is at number 6.',
  crew: ['ann'],
  access: 'Code 4711',
  series: '1b9e7c1a-0000-4000-8000-000000000001',
  series_day: '2026-12-22',
  phone: '+44 141 496 0123',
  address: '12 Gauze Street\nPaisley PA1 1EP',
  service_type: 'specialized',
  service: 'event',
  size: '3-hours',
  frequency: 'weekly',
  preferred_date: '2026-12-22',
  preferred_time: 'morning',
  notes: 'Ring twice.',
  status: 'confirmed',
};

test('the search text of a row of each list has its fields in every form that people type', () => {
  const application = {
    ...COMMON,
    ...PERSON,
    phone: '07700 900123',
    cover_letter: 'I clean, mornings.',
    resume_path: 'a.pdf',
    resume_url: '',
    career_id: null,
    job_title: 'Night cleaner',
  };
  const message = {
    ...COMMON,
    ...PERSON,
    subject: 'Carpet-cleaning',
    message: 'On a Tuesday, after 5/1/2027 at 10.30, not on 8th Feb? Ring 07700 900123.',
  };
  const posting = {
    ...COMMON,
    title: 'Cleaner',
    type: 'Part-time',
    location: 'Paisley',
    description: 'Cleans.',
    requirements: ['Care', 'Café work'],
  };
  const made = {
    bookings: textOf(BOOKINGS, BOOKING).split('\n'),
    applications: textOf(APPLICATIONS, application).split('\n'),
    messages: textOf(MESSAGES, message).split('\n'),
    postings: textOf(POSTINGS, posting).split('\n'),
    team: textOf(TEAM, { ...COMMON, name: 'Ann Baker', phone: null }).split('\n'),
  };
  expect(made).toEqual({
    bookings: [
      ...[
        '3ef7r6g0',
        ...RECEIVED,
        'confirmed',
        'zoe obrien',
        'zoeobrien',
        '+44 141 496 0123',
        '01414960123',
        '441414960123',
        'zoe@example.com',
      ],
      ...[
        '12 gauze street',
        'paisley pa1 1ep',
        'pa11ep',
        'st',
        'specialized service',
        'specializedservice',
        'event cleaning',
        'eventcleaning',
        '3 hours',
        'every week',
        'everyweek',
        '',
        '22 december 2026 tuesday',
        '20261222 22/12/2026',
        '',
        '8am12pm',
        '£66 a visit',
        '66a',
        'regular visit',
        'regularvisit',
        'ann baker',
        'annbaker',
        'the key is at number 6.',
        'ring twice.',
      ],
    ],
    applications: [
      '1df9yf3x',
      ...RECEIVED,
      'zoe obrien',
      'zoeobrien',
      'night cleaner',
      'nightcleaner',
      '07700 900123',
      '07700900123',
      '447700900123',
      'zoe@example.com',
      'i clean, mornings.',
    ],
    messages: [
      ...[
        '1df9yf3x',
        ...RECEIVED,
        'zoe obrien',
        'zoeobrien',
        'zoe@example.com',
        'carpetcleaning',
        'on a tuesday, after 5/1/2027 at 10.30, not on 8th feb? ring 07700 900123.',
      ],
      ...['1030', '07700900123', '447700900123', '5 january 2027', '8 february'],
    ],
    team: ['ann baker', 'annbaker', '', ...RECEIVED],
    postings: ['cleaner', ...RECEIVED, 'parttime', 'paisley', 'cleans.', 'care', 'cafe work'],
  });
});

test.each([
  ['zoe 0141 496 22 dec', []],
  ['tuesday', []],
  ['friday', ['Received']],
  ['2026-12-22', ['Preferred date']],
  ['12 gauze', []],
])('of a row found by “%s”, the fields without a mark are %j', (query, fields) => {
  expect(unmarkedFields(BOOKINGS.fields, BOOKING, parseQuery(query))).toEqual(fields);
});

test('of a long form of an abbreviation, the field is named', () => {
  const row = { ...BOOKING, address: '12 Gauze St, Paisley' };
  expect(unmarkedFields(BOOKINGS.fields, row, parseQuery('gauze street'))).toEqual(['Address']);
});

test('no search, print or export has the way in of a booking', () => {
  const texts = BOOKINGS.fields.map(({ of }) => of(BOOKING) ?? '');
  expect(texts).toContain('Ann Baker');
  expect(texts.join()).not.toContain(BOOKING.access);
});
