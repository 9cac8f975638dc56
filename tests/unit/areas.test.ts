import { expect, test, vi } from 'vitest';
import { addressHint, areaText } from '../../src/site/content/areas.ts';
import type * as Content from '../../src/site/content/company.ts';

vi.mock('../../src/site/content/company.ts', async (importOriginal) => {
  const original = await importOriginal<typeof Content>();
  const { EVERY_FACT } = await import('../support/every-fact.ts');
  return { ...original, COMPANY: { ...original.COMPANY, ...EVERY_FACT } };
});

test.each([
  ['PA2', 'Yes, we clean in PA2.'],
  ['pa2 6tt', 'Yes, we clean in PA2.'],
  ['12 High Street\nPaisley pa26tt', 'Yes, we clean in PA2.'],
  ['paisley', 'Yes, we clean in Paisley.'],
  ['3 Glasgow Road, Renfrew', 'Yes, we clean in Renfrew.'],
  ['EH1 1AA', 'We don’t usually clean in EH1. Call us and we’ll see: 0141 496 0123.'],
  [
    'Paisley Road, Edinburgh EH1 1AA',
    'We don’t usually clean in EH1. Call us and we’ll see: 0141 496 0123.',
  ],
  ['3 Glasgow Road, Edinburgh', null],
  ['Unit B1 2nd Floor, 10 High Street, Paisley PA1 2AB', 'Yes, we clean in PA1.'],
  ['Unit B1 2nd Floor, 10 High Street, Paisley', 'Yes, we clean in Paisley.'],
  ['Unit B1 2nd Floor', null],
  ['G4O 2AB', 'Yes, we clean in G40.'],
  ['PA1 OAB', 'Yes, we clean in PA1.'],
  ['PA1-2AB', 'Yes, we clean in PA1.'],
  ['PA1 2', 'Yes, we clean in PA1.'],
  ['XX1 2AB', null],
  ['XX1 2AB, Paisley', 'Yes, we clean in Paisley.'],
  ['PA99Z 2AB', null],
  ['10 High Street Paisley', 'Yes, we clean in Paisley.'],
  ['10 High Street\nPaisley Renfrewshire', 'Yes, we clean in Paisley.'],
  ['Paisley town centre', 'Yes, we clean in Paisley.'],
  ['12 Paisley Road West, Glasgow', 'Yes, we clean in Glasgow.'],
  ['Flat 1, Renfrew, near Paisley', 'Yes, we clean in Paisley.'],
  ['12 Paisley Road West', null],
  ['12 Old Glasgow Rd., Uddingston', null],
  ['1 Johnstone House, Leeds', null],
  ['Renfrewshire', null],
  ['Pais', null],
  ['Flat 2A', null],
  ['', null],
])('%j is answered with %j', (typed, text) => {
  expect(areaText(typed)).toBe(text);
});

test.each([
  ['', true, ''],
  ['12 High Street', false, ''],
  ['12 High Street', true, 'Is the postcode missing? It helps us find you.'],
  [
    '12 High Street, Paisley',
    true,
    'Yes, we clean in Paisley. Is the postcode missing? It helps us find you.',
  ],
  ['12 High Street, Paisley PA1 2AB', true, 'Yes, we clean in PA1.'],
  ['12 High Street, Paisley PA1-OAB', true, 'Yes, we clean in PA1.'],
  ['Unit B1 2nd Floor, 12 High Street', true, 'Is the postcode missing? It helps us find you.'],
])('the address %j, left: %j, has the hint %j', (address, isLeft, hint) => {
  expect(addressHint(address, isLeft)).toBe(hint);
});
