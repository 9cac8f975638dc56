import { expect, test } from 'vitest';
import { PERIODS, type PeriodName } from '../../../src/core/domain/periods.ts';

test.each<[PeriodName, today: string, from: string, to: string]>([
  ['this week', '2026-11-27', '2026-11-23', '2026-11-29'],
  ['this week', '2026-11-23', '2026-11-23', '2026-11-29'],
  ['this week', '2026-11-29', '2026-11-23', '2026-11-29'],
  ['next week', '2026-12-31', '2027-01-04', '2027-01-10'],
  ['this month', '2028-02-15', '2028-02-01', '2028-02-29'],
  ['this month', '2026-12-31', '2026-12-01', '2026-12-31'],
  ['last month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['last month', '2027-01-01', '2026-12-01', '2026-12-31'],
])('%s on %s is %s to %s', (name, today, from, to) => {
  expect(PERIODS[name](today)).toEqual({ from, to });
});
