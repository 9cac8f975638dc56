import path from 'node:path';
import { isExecutable } from './is-executable.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The path of the system's own Chromium or Chrome; undefined if there is none.
 * @returns {string | undefined}
 */
export const findChromium = () => [...onPath(NAMES), ...MAC].find(isExecutable);

/**
 * The path of Chromium's headless shell: the same engine without windows, which needs less than
 * half the processor time per page. Undefined if there is none.
 * @returns {string | undefined}
 */
export const findHeadlessShell = () => onPath(['chromium-headless-shell']).find(isExecutable);

/** @param {readonly string[]} names */
function onPath(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}
