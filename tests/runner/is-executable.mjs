import { accessSync, constants } from 'node:fs';

/** Whether the path is a program that we may run. @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
