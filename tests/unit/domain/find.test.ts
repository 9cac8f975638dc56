import { describe, expect, test } from 'vitest';
import { referenceOf } from '../../../src/core/domain/reference.ts';
import { marksIn, matchesAll, parseQuery } from '../../../src/core/domain/search-query.ts';
import { searchTextOf, type RowField } from '../../../src/core/domain/search-text.ts';

const ROW = {
  id: '01234567-89ab-4cde-8f01-23456789abcd',
  name: 'Zoë O’Brien-Łuczak',
  phone: '0141 496 0123',
  email: 'zoe@example.com',
  address: 'Flat 2/1, 12 Gauze Street\nPaisley PA1 1EP',
  notes: null as string | null,
  // A Sunday.
  day: '2026-11-22',
};

const FIELDS: readonly RowField<typeof ROW>[] = [
  { label: 'Reference', of: ({ id }) => referenceOf(id) },
  { label: 'Name', of: ({ name }) => name },
  { label: 'Phone', of: ({ phone }) => phone, kind: 'phone' },
  { label: 'Email', of: ({ email }) => email, kind: 'email' },
  { label: 'Address', of: ({ address }) => address },
  { label: 'Notes', of: ({ notes }) => notes },
  { label: 'Preferred date', of: ({ day }) => day, kind: 'day' },
];

const finds = (query: string, changes: Partial<typeof ROW> = {}) =>
  matchesAll(searchTextOf(FIELDS, { ...ROW, ...changes }), parseQuery(query));

/** The marked parts of a text. */
const marked = (text: string, query: string) =>
  marksIn(text, parseQuery(query)).map(([start, end]) => text.slice(start, end));

test('a search by a mailbox finds each of its spellings', () => {
  expect(finds('zoe@example.com', { email: 'Zoe+Cleaning@example.com' })).toBe(true);
  expect(finds('zoe@gmail.com', { email: 'z.o.e+x@googlemail.com' })).toBe(true);
  expect(finds('zoe+cleaning@example.com', { email: 'Zoe+Cleaning@example.com' })).toBe(true);
  expect(finds('zoe+cleaning@example.com')).toBe(false);
});

describe('a search finds', () => {
  test.each([
    ['without accents and apostrophes', 'zoe obrien'],
    ['with them', 'ZOË O’BRIEN'],
    ['with an apostrophe of another kind', "o'brien"],
    ['with and without hyphens', 'brien-luczak'],
    ['a double name as two words', 'luczak brien'],
    ['a word by its middle', 'rie'],
    ['a phone number with spaces', '0141 496 0123'],
    ['without', '01414960123'],
    ['with +44', '+44 141 496 0123'],
    ['with +44 and a 0 in brackets', '+44 (0)141 496 0123'],
    ['with 0044', '00441414960123'],
    ['with 44', '44 141 496 0123'],
    ['the beginning of a number', '0141 4'],
    ['the end of a number', '0123'],
    ['a reference', referenceOf(ROW.id)],
    [
      'a reference without its hyphen, in small letters',
      referenceOf(ROW.id).replace('-', '').toLowerCase(),
    ],
    ['a postcode', 'PA1 1EP'],
    ['a postcode without its space', 'pa11ep'],
    ['a postcode in brackets', '(PA1 1EP)'],
    ['a flat', '2/1'],
    ['a house number with the first word of its street', '12 gauze'],
    ['both numbers of an address', '2/1 12 gauze'],
    ['a day in words', '22 Nov'],
    ['a day with the month first', 'November 22'],
    ['a day with its year', 'nov 22, 2026'],
    ['a day with its ending', '22nd november'],
    ['a month of a year', 'nov 2026'],
    ['a weekday', 'Sunday'],
    ['a day in figures', '2026-11-22'],
    ['a month in figures', '2026-11'],
    ['a day in British figures', '22/11/2026'],
    ['a day in figures with hyphens', '22-11-2026'],
    ['a day in figures with full stops', '22.11.2026'],
    ['a day in figures with a short year', '22/11/26'],
    ['a day in figures among words', 'zoe 22/11/26 paisley'],
    ['several words of several fields', 'paisley zoe 22 nov 0141'],
  ])('%s: %s', (_, query) => {
    expect(finds(query)).toBe(true);
  });

  test('a number stored with +44 by one typed with 0', () => {
    for (const phone of [
      '+44 141 496 0123',
      '0044 1414960123',
      '+44 (0)141-496-0123',
      '441414960123',
    ]) {
      expect(finds('0141 496 0123', { phone }), phone).toBe(true);
      expect(finds('+44 141 496', { phone }), phone).toBe(true);
    }
  });

  test('a day in figures without the noughts', () => {
    for (const query of ['5/1/2027', '05/01/2027', '5-1-27', '5.01.2027'])
      expect(finds(query, { day: '2027-01-05' }), query).toBe(true);
  });

  test('a day that somebody wrote in figures, by figures and by words', () => {
    for (const notes of ['After 5/1/2027, please', 'Not on 05-01-2027.', '(5.1.27)']) {
      for (const query of ['5/1/2027', '05.01.27', '5 jan 2027', 'January 5'])
        expect(finds(query, { notes }), `${notes}: ${query}`).toBe(true);
    }
  });

  test.each([
    ['Please not on 5 May, we are away', ['5 May', 'May 5', '05 may', '5th of May']],
    ['Not on 5th May', ['5 May', '5th may']],
    ['We are away on the 5th of May.', ['5 May', '5th of May']],
    ['Free from May 5th on', ['5 may', 'may 5']],
    ['Only until 22 Nov 2026', ['22 Nov 2026', '22/11/26', '22 november', 'nov 2026']],
    ['Only until 22-Nov-2026', ['22 Nov 2026', '22-Nov-2026']],
    ['Until Nov. 22, 2026 and after 3 Sept', ['22 nov 2026', '3 september']],
    ['Some time in Nov 2026', ['November 2026']],
    ['Flat 2/1, 12 March Street, Glasgow', ['12 March Street', '12 march', 'march street']],
  ])('a day that somebody wrote in words: %s', (notes, queries) => {
    for (const query of queries)
      expect(finds(query, { notes, day: '2025-01-01' }), query).toBe(true);
  });

  test('a phone number within a text, as it is shown and as others write it', () => {
    for (const notes of [
      'Please call me on 07700 900123',
      'Ring 07700-900-123, or knock',
      'My number:\n+44 (0)7700 900123.',
      'Flat 2 447700900123',
      'On (07700) 900 123 2 rooms',
    ]) {
      for (const query of [
        '07700 900123',
        '07700900123',
        '+44 7700 900123',
        '00447700900123',
        '7700 900123',
        'zoe 07700 900123',
      ]) {
        expect(finds(query, { notes }), `${notes}: ${query}`).toBe(true);
      }
    }
    expect(finds('+44 7700 900123', { notes: 'Please call me on +44 7700 900123' })).toBe(true);
  });

  test('a number with a full stop within a text', () => {
    expect(finds('10.30', { notes: 'Come at 10.30 or later' })).toBe(true);
    expect(finds('2.5', { notes: 'It takes 2.5 hours.' })).toBe(true);
  });

  test('a number of another country as it was written', () => {
    expect(finds('+353 1 496 0123', { phone: '+353 1 496 0123' })).toBe(true);
  });

  test('a postcode that was written without its space', () => {
    expect(finds('PA1 1EP', { address: '12 Gauze Street, PA11EP' })).toBe(true);
  });

  test.each(['B1 2nd', 'unit b1 2nd floor', '2nd floor b1'])(
    'a unit and its floor: %s',
    (query) => {
      expect(finds(query, { address: 'Unit B1, 2nd Floor, Paisley PA1 2AB' })).toBe(true);
    },
  );
});

describe('a search finds joined and separate spellings both ways', () => {
  test.each([
    [['Mac Donald', 'MacDonald', 'macdonald', 'McDonald', 'Mc Donald'], 'name'],
    [['Mc Leod', 'McLeod', 'MacLeod', 'mcleod'], 'name'],
    [['O Neill', "O'Neill", 'O’Neill', 'oneill'], 'name'],
    [['Smith Jones', 'Smith-Jones', 'Smith - Jones', 'smithjones'], 'name'],
    [['Smith Brown', 'Smith - Brown', 'smith-brown'], 'name'],
    [['De Haro', 'DeHaro', 'deharo'], 'name'],
    [['van der Berg', 'Vanderberg'], 'name'],
    [['12 A Gauze Street', '12a Gauze St', '12A Gauze St.'], 'address'],
    [['Flat 2-1', 'Flat 2/1'], 'address'],
    [['1 St. Mirren St., Paisley', '1 St Mirren Street, Paisley'], 'address'],
    [['4 Mill Road', '4 Mill Rd'], 'address'],
    [['12 Mc Kerrell Street', '12 MacKerrell St'], 'address'],
    [['PA1 0AB', 'PA1 OAB', 'pa10ab', 'PA1-0AB', 'PA1.0AB', 'PAl 0AB', 'PA 1 0AB'], 'address'],
    [['G40 2AB', 'G4O 2AB', 'g4o2ab', 'G40 - 2AB'], 'address'],
  ] as const)('%j', (spellings, field) => {
    for (const stored of spellings) {
      for (const query of spellings)
        expect(finds(query, { [field]: stored }), `${query} in ${stored}`).toBe(true);
    }
  });
});

describe('a search does not find', () => {
  test.each([
    ['a row that lacks one of the words', 'zoe glasgow'],
    ['another number with the same groups in another order', '0123 496 0141'],
    ['the 2nd in the 22nd', '2 nov'],
    ['the 2nd in the 22nd in figures', '2/11/2026'],
    ['a day in figures of another year', '22/11/25'],
    ['a day with the month first in figures', '11/22/2026'],
    ['another weekday', 'tuesday'],
    ['the end of a word with the beginning of the next', 'etpai'],
    ['another flat', '3-3'],
    ['another postcode of the same district', 'PA1 1EX'],
    ['a postcode of another district', 'PA11 1EP'],
    ['the day of another year', '22 nov 2025'],
    ['a day by figures from elsewhere in the row', '12 nov'],
  ])('%s: %s', (_, query) => {
    expect(finds(query)).toBe(false);
  });
});

describe('among 10,000 bookings, each street has its house numbers and each number its digits', () => {
  const STREETS = ['Gauze Street', 'High Street', 'Maxwellton Road', 'Love Street'];
  const rows = Array.from({ length: 10_000 }, (_, n) => ({
    ...ROW,
    id: `row ${n}`,
    name: `Customer ${n}`,
    phone: `+44 7${100 + (n % 900)} ${String((n * 7919) % 1_000_000).padStart(6, '0')}`,
    address: `Flat ${n % 4}/${(n % 3) + 1},\n${(n % 250) + 1} ${STREETS[(n >> 3) % 4]},\nPaisley PA1 ${n % 9}XY`,
  }));
  rows[7000] = {
    ...ROW,
    id: 'row 7000',
    name: 'Eilidh MacFarlane',
    phone: '+44 7313 307483',
    address: '3 Love Street\nPaisley PA2 8WZ',
  };
  const texts = rows.map((row) => searchTextOf(FIELDS, row));
  const found = (query: string) => {
    const terms = parseQuery(query);
    return rows.filter((_, n) => matchesAll(texts[n] ?? '', terms));
  };

  test.each([
    ['the last six digits of a number', '307483'],
    ['the last six digits in groups', '307 483'],
    ['a postcode without its space', 'pa28wz'],
    ['the beginning of a name', 'Eili'],
    ['the end of a name', 'farlane'],
  ])('%s finds one: %s', (_, query) => {
    expect(found(query).map(({ id }) => id)).toEqual(['row 7000']);
  });

  test.each(['3 Love Street', '3 love', '3 love st', 'paisley 3 love', '3, Love Street'])(
    'a house number with its street finds that house alone: %s',
    (query) => {
      const addresses = found(query).map(({ address }) => address);
      expect(addresses).toContain(rows[7000]?.address);
      for (const address of addresses) expect(address).toMatch(/(^|\n)3 Love Street/);
    },
  );
});

test('a flat’s number is found with its street, though the house number is between them', () => {
  for (const address of ['Flat 3, 12 Gauze Street', 'Flat 3\n12a Gauze Street'])
    expect(finds('flat 3 gauze', { address }), address).toBe(true);
});

test('a number with a word is found with a letter, a hyphen or other words between them, and in no longer number', () => {
  const address = '12A St James Street\nPaisley PA3 2HL';
  for (const query of ['12 st james', '12 james', '12 paisley', '12a st'])
    expect(finds(query, { address }), query).toBe(true);
  for (const query of ['2 james', '1 paisley', '3 paisley'])
    expect(finds(query, { address }), query).toBe(false);
  expect(finds('2 bed', { notes: 'A 2-bedroom flat' })).toBe(true);
});

test('a day in words within a text is not found in another one', () => {
  const notes = 'Not on 22 May, nor on 12 March 5 April';
  for (const query of ['2 May', '22 May 2026', '5 March', '22 Mar'])
    expect(finds(query, { notes }), query).toBe(false);
});

test('numbers that stand next to each other in a text are not one', () => {
  const notes = 'Rooms 2 3, keys at 05 12';
  for (const query of ['23', '0512', '445', '44512'])
    expect(finds(query, { notes, phone: '', address: '', id: '' }), query).toBe(false);
});

test('a query of separators alone is none', () => {
  for (const query of ['', '  ', ' - ', "',"]) expect(parseQuery(query)).toEqual([]);
});

describe('matches are marked in the shown text', () => {
  test.each([
    ['Zoë O’Brien-Łuczak', 'zoe obrien', ['Zoë', 'O’Brien']],
    ['Zoe\u0301 🏡 Muir', 'zoe muir', ['Zoe\u0301', 'Muir']],
    ['0141 496 0123', '01414960', ['0141 496 0']],
    ['+44 141 496 0123', '0141 496', ['141 496']],
    ['12 Gauze Street', '12', ['12']],
    ['12 Gauze Street, 1 up', '21', []],
    ['November 22, 2026', '22 nov', ['November 22']],
    ['Nov 05, 2026', '5 november', ['Nov 05']],
    ['Sunday 22 November', '22 nov', ['22 November']],
    ['November 22, 2026', '22/11/26', ['November 22']],
    ['Not on 5th May', '5 may', ['5th May']],
    ['On the 5th of May, or May 6th', '5 may', ['5th of May']],
    ['On the 5th of May, or May 6th', '6 may', ['May 6th']],
    ['Until 22-Nov-2026', '22 nov', ['22-Nov']],
    ['On 3 Sept', '3 september', ['3 Sept']],
    ['Flat 2/1, 12 March Street', '12 march street', ['12 March', 'Street']],
    ['After 05/01/2027, please', '5/1/27', ['05/01/2027']],
    ['Not on 5.1.27.', '5 jan 2027', ['5.1.27']],
    ['Please call me on 07700 900123', '+44 7700 900123', ['07700 900123']],
    ['Come at 10.30', '10.30', ['10.30']],
    ['Ann Anderson', 'an', ['An', 'An']],
    ['banana', 'ana nan', ['anan']],
    ['Nobody', 'zoe', []],
    ['Mac Donald', 'mcdonald', ['Mac Donald']],
    ['Ann McLeod', 'macleod', ['McLeod']],
    ['Smith Jones', 'smith-jones', ['Smith', 'Jones']],
    ['Smith-Jones', 'smith jones', ['Smith-Jones']],
    ['RVCC-HSWN', 'rvcc-hswn', ['RVCC-HSWN']],
    ['12 A Gauze Street', '12a', ['12 A']],
    ['1 Gauze Street', 'st.', ['St']],
    ['+44 7313 307483', '307483', ['307483']],
    ['Flat 2/2, 3 Love Street, 33 up', '3 love', ['3 Love']],
    ['Paisley PA1 OAB', 'pa1 0ab', ['PA1 OAB']],
    ['Paisley PA1-0AB', 'PA1 OAB', ['PA1-0AB']],
    ['Unit B1, 2nd Floor', 'b1 2nd', ['B1, 2nd']],
  ])('%s, searched by %s', (text, query, expected) => {
    expect(marked(text, query)).toEqual(expected);
  });
});
