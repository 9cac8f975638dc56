/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {string} script The npm script that runs it.
 * @property {'vitest' | 'playwright'} [report] The report with its counts; without one the stage is
 * a single check.
 */

/** Stages that run side by side. @typedef {readonly Stage[]} StageGroup */

/** @type {readonly StageGroup[]} */
const WITHOUT_JOURNEYS = [
  [
    { name: 'lint', script: 'lint' },
    { name: 'types', script: 'types' },
    { name: 'unit', script: 'test:unit', report: 'vitest' },
  ],
  [
    { name: 'database', script: 'test:db', report: 'vitest' },
    { name: 'backend', script: 'test:backend', report: 'vitest' },
  ],
  [
    // The journeys use this build.
    { name: 'build', script: 'test:build' },
    { name: 'screens', script: 'test:screens', report: 'vitest' },
  ],
];

/** The stages of `npm test`, the cheapest first. @type {readonly StageGroup[]} */
export const QUICK = [
  ...WITHOUT_JOURNEYS,
  [{ name: 'journeys', script: 'test:e2e', report: 'playwright' }],
];

/**
 * The stages of `npm run test:all`, which must pass before a change lands. @type {readonly
 * StageGroup[]}
 */
export const ALL = [
  ...WITHOUT_JOURNEYS,
  // One run builds and starts once, and its workers share all files.
  [{ name: 'browser', script: 'test:browser', report: 'playwright' }],
  [{ name: 'update', script: 'test:update', report: 'playwright' }],
  [
    { name: 'deno', script: 'test:deno', report: 'vitest' },
    { name: 'hammer', script: 'test:hammer', report: 'vitest' },
  ],
];

/**
 * The stages of `npm run test:nightly`: it adds slow proofs that a change rarely breaks. @type
 * {readonly StageGroup[]}
 */
export const NIGHTLY = [
  ...ALL,
  [{ name: 'embedded', script: 'test:db:embedded', report: 'vitest' }],
  [{ name: 'commands', script: 'test:commands', report: 'vitest' }],
  [{ name: 'breaks', script: 'test:breaks', report: 'vitest' }],
  [{ name: 'long', script: 'test:long', report: 'playwright' }],
  [{ name: 'slow', script: 'test:slow', report: 'playwright' }],
  [{ name: 'engines', script: 'test:engines', report: 'playwright' }],
];
