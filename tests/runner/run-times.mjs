import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {Record<string, number>} Times Seconds by stage. */

/**
 * The times of earlier runs in `folder`.
 * @param {string} folder
 * @returns {Times}
 */
export function readTimes(folder) {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'times.json'), 'utf8'));
  } catch {
    return {};
  }
}

/**
 * Stores the times of a run, for the next one's announcement.
 * @param {string} folder @param {readonly { name: string, seconds: number }[]} results
 */
export function writeTimes(folder, results) {
  const times = Object.fromEntries(results.map(({ name, seconds }) => [name, Math.round(seconds)]));
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(folder, 'times.json'),
    JSON.stringify({ ...readTimes(folder), ...times }),
  );
}

/**
 * The stages of a run, and how long they took here before; a group takes as long as its slowest stage.
 * @param {readonly import('./stages.mjs').StageGroup[]} groups @param {Times} times
 */
export function announceRun(groups, times) {
  const names = groups.flat().map(({ name }) => name);
  const seconds = groups.reduce(
    (sum, group) => sum + Math.max(...group.map(({ name }) => times[name] ?? NaN)),
    0,
  );
  const duration = Number.isNaN(seconds)
    ? 'The next run says how long it takes here'
    : `It took ${seconds < 90 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`} here before`;
  return `Runs ${names.join(', ')}. ${duration}.`;
}
