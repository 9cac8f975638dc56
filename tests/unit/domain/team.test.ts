import { expect, test } from 'vitest';
import { crewNames, teamPersonFormSchema } from '../../../src/core/domain/team.ts';

const NAMES = new Map([
  ['ann', 'Ann Baker'],
  ['ben', 'Ben'],
]);

test('people are named in the order of the team, and one who left last', () => {
  expect(crewNames(['ben', 'gone', 'ann'], NAMES)).toBe('Ann Baker, Ben, somebody who left');
  expect(crewNames([], NAMES)).toBe('');
});

test('a person has a name of one line, and a phone number or none', () => {
  const parse = (name: string, phone: string) =>
    teamPersonFormSchema.safeParse({ name, phone }).data ?? null;
  expect(parse('  Ann\tBaker ', ' ')).toEqual({ name: 'Ann Baker', phone: null });
  expect(parse('B', '0141 496 0123')).toEqual({ name: 'B', phone: '0141 496 0123' });
  expect([parse('', ''), parse('x'.repeat(61), ''), parse('Ann', '123')]).toEqual([
    null,
    null,
    null,
  ]);
});
