import { expect, test } from 'vitest';
import { loadText, slotLoadText } from '../../../src/portal/booking/load-texts.ts';

test.each([
  [3, 1, 0, 1, 'morning 3 jobs, afternoon 1, evening none, 1 request waits'],
  [0, 1, 2, 2, 'morning none, afternoon 1 job, evening 2, 2 requests wait'],
  [1, 1, 1, 0, 'morning 1 job, afternoon 1, evening 1'],
  [0, 0, 0, 1, 'no jobs, 1 request waits'],
  [0, 0, 0, 0, 'no jobs'],
])(
  '%i, %i and %i jobs and %i requests of a day read: %s',
  (morning, afternoon, evening, requests, text) => {
    const load = { jobs: { morning, afternoon, evening }, requests };
    expect(loadText(load)).toBe(text);
  },
);

test.each([
  [0, 'Fri 4 Dec, morning · no jobs'],
  [1, 'Fri 4 Dec, morning · 1 job'],
  [2, 'Fri 4 Dec, morning · 2 jobs'],
])('a slot’s %i jobs read: %s', (jobs, text) => {
  expect(slotLoadText({ day: '2026-12-04', slot: 'morning', jobs })).toBe(text);
});
