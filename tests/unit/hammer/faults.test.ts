import { expect, test } from 'vitest';
import { drawFault } from '../../hammer/faults.ts';
import { randomOf } from '../../hammer/random.ts';

const drawMany = (probability: number) =>
  Array.from({ length: 5000 }, (_, i) => drawFault(randomOf('faults', i), probability));

test('every kind of fault comes up', () => {
  const kinds = new Set(drawMany(1).map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual(
    [
      [
        'slow',
        'refused',
        'reset-before',
        'reset-during',
        'answer-lost',
        'cut',
        'half-answer',
        'replayed',
        'replayed-late',
      ],
      ['replayed-half', 'late', 'very-late', 'gateway', 'captive', 'rate-limit', 'server-killed'],
    ]
      .flat()
      .sort(),
  );
});

test.each(['rest', 'storage'])(
  'under /%s our server gives the answers of the contracts, for its own faults and for the request’s',
  (step) => {
    const faults = Array.from({ length: 5000 }, (_, i) =>
      drawFault(randomOf('faults', i), 1, step),
    );
    for (const kind of ['server-fault', 'request-fault'] as const) {
      const answers = faults.flatMap((fault) => (fault.kind === kind ? [fault] : []));
      expect(new Set(answers.map(({ answer }) => answer.body)).size).toBeGreaterThan(3);
      expect(answers.every(({ answer }) => answer.status >= 400)).toBe(true);
    }
    const refusals = faults.filter(({ kind }) => kind === 'request-fault');
    expect(refusals.some((fault) => 'arrives' in fault && fault.arrives)).toBe(false);
  },
);

test('on a good network nothing happens', () => {
  expect(new Set(drawMany(0).map(({ kind }) => kind))).toEqual(new Set(['none']));
});

test('no answer of an intermediary has a complete code of the server’s', () => {
  for (const fault of drawMany(1)) {
    if (!('answer' in fault)) continue;
    const said = (() => {
      try {
        return JSON.parse(fault.answer.body) as { code?: unknown } | null;
      } catch {
        return null;
      }
    })();
    expect(typeof said?.code).not.toBe('string');
  }
});
