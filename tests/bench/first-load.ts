import { SITE_PAGES } from '../../src/app/paths.ts';
import { firstLoadBytes, referenceBytes } from '../support/first-load.ts';
import { kb, printTable, ratio } from './report.ts';

/**
 * Prints the JavaScript each route's first load needs, next to react + react-dom + router alone.
 */
export async function benchFirstLoad(): Promise<void> {
  const reference = await referenceBytes();
  const pages = await firstLoadBytes(SITE_PAGES.map(({ path }) => path));
  const rows = [...pages].map(([path, bytes]): [string, string, string] => [
    path,
    kb(bytes),
    ratio(bytes, reference),
  ]);
  const react: [string, string] = ['react + react-dom + router alone', kb(reference)];
  printTable('JavaScript of a first load, brotli', [react, ...rows]);
}
