/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {string} script The npm script that runs it.
 * @property {'vitest' | 'playwright'} [report] Whose report holds its counts; without one it is a single check.
 */

/** What `npm test` runs, in order: the cheapest news first. @type {readonly Stage[]} */
export const STAGES = [
  { name: 'lint', script: 'lint' },
  { name: 'types', script: 'types' },
  { name: 'unit', script: 'test:unit', report: 'vitest' },
  { name: 'database', script: 'test:db', report: 'vitest' },
  { name: 'backend', script: 'test:backend', report: 'vitest' },
  { name: 'build', script: 'build' },
  { name: 'browser', script: 'test:e2e', report: 'playwright' },
];
