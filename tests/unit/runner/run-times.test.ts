import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { announceRun, readTimes, writeTimes } from '../../runner/run-times.mjs';
import type { StageGroup } from '../../runner/stages.mjs';

const GROUPS: readonly StageGroup[] = [
  [
    { name: 'lint', script: 'lint' },
    { name: 'unit', script: 'test:unit' },
  ],
  [{ name: 'journeys', script: 'test:e2e' }],
];

test('a run names its stages, and its time here once it is known', () => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'times-')), 'reports');
  const announce = () => announceRun(GROUPS, readTimes(folder));
  writeTimes(folder, [{ name: 'lint', seconds: 30.4 }]);
  expect(announce()).toBe('Runs lint, unit, journeys. The next run says how long it takes here.');
  writeTimes(folder, [
    { name: 'unit', seconds: 60 },
    { name: 'journeys', seconds: 20 },
  ]);
  expect(announce()).toBe('Runs lint, unit, journeys. It took 80 seconds here before.');
  writeTimes(folder, [{ name: 'journeys', seconds: 240 }]);
  expect(announce()).toBe('Runs lint, unit, journeys. It took 5 minutes here before.');
});
