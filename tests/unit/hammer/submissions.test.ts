import { expect, test } from 'vitest';
import { judgeWish, type Office, type StoredRow } from '../../hammer/findings/submissions.ts';
import type { Statement, Wish } from '../../hammer/ledger.ts';

const email = 'd0.w0@example.com';
const row = (changes: Partial<StoredRow> = {}): StoredRow => ({
  id: 'a',
  email,
  edition: 1,
  path: null,
  ...changes,
});
const sent: Statement = { what: 'sent', id: 'a', edition: 1, wasStored: true };

function faultsOf(wish: Partial<Wish>, rows: StoredRow[], office: Partial<Office> = {}) {
  const whole: Wish = {
    email,
    kind: 'booking',
    ...{ edition: 1, day: '2027-03-01', file: null, isRefusable: false },
    editions: new Map(),
    statements: [],
    isGivenUp: false,
    isRetyped: false,
    waiting: [],
    resume: null,
    ...wish,
  };
  return judgeWish(whole, {
    rows: new Map([[email, rows]]),
    files: new Map(),
    mailed: new Set(),
    ...office,
  }).map(({ fault }) => fault);
}

test('a record that was called sent and is stored once is as it should be', () => {
  expect(
    faultsOf(
      { statements: [{ what: 'saved', id: 'a' }, sent, { what: 'alert-sent', id: 'a' }] },
      [row()],
      { mailed: new Set(['a']) },
    ),
  ).toEqual([]);
});

test('a wish without a row is lost, unless it waits or was given up', () => {
  expect(faultsOf({ statements: [{ what: 'saved', id: 'a' }] }, [])).toEqual(['lost']);
  expect(faultsOf({ waiting: ['a'] }, [])).toEqual(['stuck']);
  expect(faultsOf({ isGivenUp: true }, [])).toEqual([]);
});

test('an application without its file, or with another, is lost', () => {
  const resume = { size: 3, sha256: 'x' };
  const rows = [row({ path: 'a.pdf' })];
  expect(faultsOf({ resume }, rows)).toEqual(['lost']);
  expect(
    faultsOf({ resume }, rows, { files: new Map([['a.pdf', { size: 3, sha256: 'y' }]]) }),
  ).toEqual(['lost']);
  expect(faultsOf({ resume }, rows, { files: new Map([['a.pdf', resume]]) })).toEqual([]);
});

test('a record that needed its sender without a fault of its own is a needless refusal', () => {
  expect(
    faultsOf({ statements: [{ what: 'needless', id: 'a', reason: 'invalid' }, sent] }, [row()]),
  ).toEqual(['needless refusal']);
});

test('two rows of one wish are stored twice, whatever their ids', () => {
  expect(faultsOf({ statements: [sent] }, [row(), row({ id: 'b', edition: 2 })])).toEqual([
    'stored twice',
  ]);
});

test('a wish that was typed again, because a dead page had kept it in memory, may have two rows', () => {
  expect(
    faultsOf({ statements: [sent], isRetyped: true }, [row(), row({ id: 'b', edition: 2 })]),
  ).toEqual([]);
});

test.each<[string, Statement[], StoredRow[]]>([
  ['sent, without a row', [sent], []],
  ['sent, before it was stored', [{ ...sent, wasStored: false }], [row()]],
  ['sent, with the edition before stored', [{ ...sent, edition: 2 }], [row()]],
  ['alert sent, without a mail', [{ what: 'alert-sent', id: 'a' }], [row()]],
  ['refused, and stored by then', [{ what: 'refused', id: 'a', wasStored: true }, sent], [row()]],
  ['refused at last, and stored', [{ what: 'refused', id: 'a', wasStored: false }], [row()]],
  ['not sent, and stored by then', [{ what: 'not-sent', id: 'a', wasStored: true }, sent], [row()]],
  [
    'discarded as not sent, and stored',
    [{ what: 'discarded', id: 'a', mayHaveArrived: false }],
    [row()],
  ],
  [
    'discarded as not sent, and stored, although only another was submitted again',
    [
      { what: 'discarded', id: 'a', mayHaveArrived: false },
      { what: 'submitted-again', id: 'b' },
    ],
    [row()],
  ],
  ['had arrived, without a row', [{ what: 'had-arrived', id: 'a' }], []],
])('these are false statements: %s', (_, told, rows) => {
  expect(faultsOf({ statements: told, isGivenUp: rows.length === 0 }, rows)).toEqual([
    'false statement',
  ]);
});

test.each<[string, Statement[], StoredRow[]]>([
  ['not sent yet, then sent', [{ what: 'not-sent', id: 'a', wasStored: false }, sent], [row()]],
  ['refused, tried again, sent', [{ what: 'refused', id: 'a', wasStored: false }, sent], [row()]],
  [
    'the edition before had arrived',
    [
      { what: 'had-arrived', id: 'a' },
      { ...sent, edition: 2 },
    ],
    [row()],
  ],
  [
    'discarded as one that may have arrived',
    [{ what: 'discarded', id: 'a', mayHaveArrived: true }],
    [row()],
  ],
  [
    'discarded as not sent, then submitted again by its form',
    [
      { what: 'discarded', id: 'a', mayHaveArrived: false },
      { what: 'submitted-again', id: 'a' },
      sent,
    ],
    [row()],
  ],
  ['alert not sent', [sent, { what: 'alert-not-sent', id: 'a' }], [row()]],
])('these are true: %s', (_, told, rows) => {
  expect(faultsOf({ statements: told }, rows)).toEqual([]);
});
