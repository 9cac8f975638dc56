/** How many tests of a whole run may pass only the second time. */
export const FLAKY_ALLOWED = 3;

/**
 * What a stage came to after its failed tests had run once more, alone: a test that then passed is flaky and counts as
 * passed, every other failure stays one.
 * @param {import('./counts.mjs').Counts} first
 * @param {import('./counts.mjs').Counts} second
 * @returns {{ passed: number, failed: number, failing: import('./counts.mjs').Failure[], flaky: import('./counts.mjs').Failure[] }}
 */
export function afterSecondRun(first, second) {
  const flaky = first.failing.filter(({ name }) => second.passing.includes(name));
  const failing = first.failing.filter((failure) => !flaky.includes(failure));
  return {
    passed: first.passed + flaky.length,
    failed: Math.max(first.failed - flaky.length, second.failed),
    failing,
    flaky,
  };
}
