import { accessSync, constants } from 'node:fs';

/** Whether there is a program of that path that we may run. @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
