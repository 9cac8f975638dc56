import { expect, test } from '@playwright/test';
import { SITE_PAGES } from '../../src/app/paths.ts';
import { firstLoadBytes, referenceBytes } from '../support/first-load.ts';

/** Of compressed scripts. */
const MAX_BYTES = 80 * 1024;
const MAX_SHARE = 1.15;

test('no page needs more scripts to work than 80 KB, or than 1.15 times react, react-dom and the router alone', async () => {
  const reference = await referenceBytes();
  const pages = await firstLoadBytes([...SITE_PAGES.map(({ path }) => path), '/404']);
  for (const [path, bytes] of pages) {
    expect.soft(bytes, `the bytes of ${path}`).toBeLessThanOrEqual(MAX_BYTES);
    expect.soft(bytes / reference, `the share of ${path}`).toBeLessThanOrEqual(MAX_SHARE);
  }
});
