import { expect, test } from 'vitest';
import {
  isSameValue,
  SETTING_FIELDS,
  settingOf,
  SETTINGS,
} from '../../../src/core/domain/booking-settings.ts';

test.each([
  ['crew', ['ann'], true],
  ['crew', [], true],
  ['crew', Array.from({ length: 11 }, (_, n) => `${n}`), false],
  ['instructions', 'x'.repeat(1000), true],
  ['instructions', 'x'.repeat(1001), false],
  ['instructions', 'x\n'.repeat(60) + 'x', false],
  ['access', 'x'.repeat(500), true],
  ['access', null, true],
  ['access', 'x'.repeat(501), false],
  ['access', 'x\n'.repeat(31) + 'x', false],
] as const)('as %s, the value %j is valid: %s', (field, value, isValid) => {
  expect(SETTINGS[field].schema.safeParse(value).success).toBe(isValid);
});

test.each(SETTING_FIELDS)('%s can be taken back', (field) => {
  const { schema, none } = settingOf(field);
  expect(schema.parse(none)).toEqual(none);
});

test('a text is trimmed, and an empty one is none', () => {
  const { schema } = SETTINGS.instructions;
  expect([schema.parse(' Key at 6. '), schema.parse(' ')]).toEqual(['Key at 6.', null]);
});

test('the same people in another order are the same value', () => {
  expect(isSameValue(['ann', 'ben'], ['ben', 'ann'])).toBe(true);
  expect(isSameValue(['ann'], ['ann', 'ben'])).toBe(false);
  expect([isSameValue('a', 'a'), isSameValue('a', null), isSameValue([], null)]).toEqual([
    true,
    false,
    false,
  ]);
});
