import { expect, test } from 'vitest';
import type { Visit } from '../../../src/core/domain/visit.ts';
import {
  NO_VISIT,
  otherVisitIn,
  visitText,
  withVisit,
} from '../../../src/portal/booking/visit-texts.ts';

const ASKED: Visit = { day: '2026-12-01', slot: 'morning' };
const NONE: Visit = { day: '', slot: 'morning' };
const FIRST: Visit = { day: '2026-12-02', slot: 'evening' };
const SECOND: Visit = { day: '2026-12-03', slot: 'evening' };
const OFFER = `We can’t come on ${visitText(ASKED)}. Could we come on`;

test.each<[string, Visit, Visit, string]>([
  ['the day that is chosen last', NONE, FIRST, `${OFFER} ${NO_VISIT} instead? Ring me.`],
  ['another day', FIRST, SECOND, `${OFFER} ${visitText(FIRST)} instead? Ring me.`],
  ['another slot', FIRST, { ...FIRST, slot: 'afternoon' }, `${OFFER} ${visitText(FIRST)}? So…`],
  ['no day any more', FIRST, NONE, `${OFFER} ${visitText(FIRST)} instead?`],
  ['a visit like the asked one', ASKED, SECOND, `${OFFER} ${visitText(ASKED)} instead?`],
])('a text follows %s, and keeps what was typed around it', (_, before, after, text) => {
  const at = text.lastIndexOf(visitText(before));
  const end = text.slice(at + visitText(before).length);
  expect(withVisit(text, before, after, ASKED)).toBe(text.slice(0, at) + visitText(after) + end);
});

test('a text that names the visit in two places, or its day and hours apart, follows it', () => {
  const text = 'Wednesday 2 December, from 5PM-8PM. Wednesday 2 December, yes?';
  expect(withVisit(text, FIRST, { ...SECOND, slot: 'afternoon' }, ASKED)).toBe(
    'Thursday 3 December, from 12PM-5PM. Thursday 3 December, yes?',
  );
});

test('a text without the words of the visit stays as it is', () => {
  const text = 'Could we come on Wed instead? We can’t on Tuesday 1 December, 8AM-12PM.';
  expect(withVisit(text, FIRST, SECOND, ASKED)).toBe(text);
});

test.each([
  ['See you on Wednesday 2 December, 5PM-8PM.', null],
  ['Not on Tuesday 1 December, 8AM-12PM, but on wednesday the 2nd.', null],
  ['Could we come instead?', null],
  ['Ring us in May, or on any Mondays.', null],
  ['See you on Thursday.', 'Thursday'],
  ['See you on the 3rd of December.', '3rd of December'],
  ['See you on 12 December.', '12 December'],
  ['See you on 2 January.', '2 January'],
  ['See you on Wednesday, 12PM-5PM.', '12PM-5PM'],
])('beside the visits of 1 and 2 December, %j names another: %j', (text, found) => {
  expect(otherVisitIn(text, [ASKED, FIRST, NONE])).toBe(found);
});
