import { expect, test } from 'vitest';
import { newEntry, type Fresh } from '../../../src/core/outbox/entry.ts';
import { tryAgainAs } from '../../../src/runtime/page-outbox/try-again.ts';

const made = (userId: string | null = null, kind = 'note'): Fresh => ({
  entry: { ...newEntry(kind, userId, 0), step: 'row', file: null },
  file: null,
});
const keep = (...all: Fresh[]) => new Map(all.map((fresh) => [fresh.entry.id, fresh]));
const always = () => true;

test('two entries of the same content go on under an id each', () => {
  const [one, two, third] = [made(), made(), made()];
  const unstored = keep(one, two);
  const ids = [made(), made(), third].map((fresh) => tryAgainAs(unstored, fresh, always).entry.id);
  expect(ids).toEqual([one.entry.id, two.entry.id, third.entry.id]);
});

test.each([
  ['another person', made('isla')],
  ['another kind', made(null, 'report')],
])('an entry of %s is a new one', (_, kept) => {
  const fresh = made();
  expect(tryAgainAs(keep(kept), fresh, always)).toBe(fresh);
});

test('an entry that waited for a backoff or was refused is due at once', () => {
  const kept = made();
  kept.entry.state = { name: 'attention', reason: 'invalid', message: 'no' };
  expect(tryAgainAs(keep(kept), made(), always).entry.state).toEqual({
    name: 'waiting',
    tries: 0,
    retry: null,
  });
});
