import { expect, test } from 'vitest';
import { addressLine, briefNotes } from '../../../src/core/domain/notes.ts';

test.each([
  ['The oven needs doing.\nKey safe by the door, code 4412.', 'Key safe by the door, code 4412.'],
  ['Start with the kitchen. The alarm is in the hall!', 'The alarm is in the hall!'],
  ['Carpets too. We have two dogs.', 'We have two dogs.'],
])('a sentence of %j that names a key, a code, an alarm or a pet comes first', (notes, first) => {
  const brief = briefNotes(notes);
  expect(brief.startsWith(first)).toBe(true);
  expect(brief.split(' ').sort()).toEqual(notes.split(/\s/).sort());
});

test('words that only contain such a word change no order', () => {
  const notes = 'Wipe the keyboards. Empty the category boxes.';
  expect(briefNotes(notes)).toBe(notes);
});

test.each([
  ['Flat 2/2,\n161 Maxwellton Road,\nPaisley', 'Flat 2/2, 161 Maxwellton Road, Paisley'],
  ['12 Gauze Street, Paisley PA1 1EP', '12 Gauze Street, Paisley PA1 1EP'],
  ['9 Glasgow Road\n\n Paisley ', '9 Glasgow Road, Paisley'],
])('the lines of the address %j are joined with one comma each', (address, line) => {
  expect(addressLine(address)).toBe(line);
});
