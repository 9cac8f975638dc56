import { expect, test } from 'vitest';
import { districtOf, isDistrict, postcodesIn } from '../../../src/core/domain/postcode.ts';

const read = (text: string) =>
  postcodesIn(text).map(({ outward, inward }) => `${outward} ${inward}`);

test.each([
  ['PA1 2AB', ['PA1 2AB']],
  ['pa12ab', ['PA1 2AB']],
  ['PA1-2AB', ['PA1 2AB']],
  ['PA1–2AB', ['PA1 2AB']],
  ['PA1.2AB.', ['PA1 2AB']],
  ['PA1  2AB', ['PA1 2AB']],
  ['PA 1 2AB', ['PA1 2AB']],
  ['G-40 2AB', ['G40 2AB']],
  ['(PA1 2AB)', ['PA1 2AB']],
  ['Paisley,PA1 2AB', ['PA1 2AB']],
  ['W1A 1AA', ['W1A 1AA']],
  ['EC1A 1BB', ['EC1A 1BB']],
  ['10 High Street\nPaisley\nPA1 2AB\nUK', ['PA1 2AB']],
  ['from PA1 2AB to G41 3CD', ['PA1 2AB']],
  ['from PA1 2AB to G41 3DD', ['PA1 2AB', 'G41 3DD']],
  ['XX1 2AB', ['XX1 2AB']],
])('%j has the postcodes %j', (text, postcodes) => {
  expect(read(text)).toEqual(postcodes);
});

test.each([
  ['G4O 2AB', 'G40 2AB'],
  ['g4o2ab', 'G40 2AB'],
  ['PA1 OAB', 'PA1 0AB'],
  ['PA1OAB', 'PA1 0AB'],
  ['12 High Street, Paisley PA1 OAB', 'PA1 0AB'],
  ['PAl 2AB', 'PA1 2AB'],
  ['PAI 2AB', 'PA1 2AB'],
  ['PA1 lAB', 'PA1 1AB'],
  ['PA1 IAB', 'PA1 1AB'],
  ['PA2 6TT', 'PA2 6TT'],
  ['G5l 1AA', 'G51 1AA'],
  ['S017 1BJ', 'SO17 1BJ'],
  ['Y01 7HH', 'YO1 7HH'],
  ['1V1 1AA', 'IV1 1AA'],
])('the letters and digits of %j are read by their place, as %j', (text, postcode) => {
  expect(read(text)).toEqual([postcode]);
});

test.each([
  'Unit B1 2nd Floor',
  'Unit B1, 2nd Floor',
  'Unit B1\n2nd Floor',
  'Unit B1 2nd',
  'B1 2nd floor',
  'Flat G1 3rd floor left',
  'Flat B1 1st flat',
  'Unit B1 Old Mill',
  'Unit B1 Oak',
  'B1 Old Mill, Paisley',
  'Flat G1 2 St Andrews Street',
  'Block E2, 3 Mill Road',
  'Flat 2/1, 12 Gauze Street',
  'Flat 2A 1st floor',
  'Opal 2nd floor',
  'The Hall 3br, Wall 3br',
  'Sep 2nd',
  'May 1st',
  'Nov 1st',
  'D73J-B0Z1',
  '0141 496 0123',
  'SC000000',
  '10 High Street, Paisley',
  '',
])('%j has no postcode', (text) => {
  expect(read(text)).toEqual([]);
});

test.each([
  ['PA1', 'PA1'],
  ['pa1', 'PA1'],
  ['PA1 2', 'PA1'],
  ['PA1-2', 'PA1'],
  ['PA1 2A', 'PA1'],
  ['PA 1', 'PA1'],
  ['G4O', 'G40'],
  [' G40. ', 'G40'],
  ['PA12', 'PA12'],
  ['PA1 2AB', 'PA1'],
  ['Unit B1 2nd Floor, 10 High Street, Paisley PA1 2AB', 'PA1'],
  ['B1 1AA is my old one, PA2 6TT the new one', 'PA2'],
  ['Paisley PA1 2AB, reference XX1 2AB', 'PA1'],
  ['XX1 2AB', null],
  ['G04 2AB', null],
  ['PA1A 2AB', null],
  ['Unit B1', null],
  ['Flat 2A', null],
  ['Pal', null],
  ['Col', null],
  ['12 High Street, G1', null],
  ['', null],
])('the district of %j is %j', (text, district) => {
  expect(districtOf(text)).toBe(district);
});

test.each(['PA1', 'G40', 'B1', 'E1W', 'SW1A', 'EC1A', 'BS0', 'ZE1', 'M60'])(
  'the district %s can exist',
  (district) => {
    expect(isDistrict(district)).toBe(true);
  },
);

test.each(['ZZ1', 'G0', 'G04', 'PA1A', 'A1', 'PA', 'G400', 'PA123', ''])(
  'the district %j cannot exist',
  (district) => {
    expect(isDistrict(district)).toBe(false);
  },
);
