import { SITE_PAGES } from '../../src/app/paths.ts';
import type { TestBackend } from '../support/backend.ts';
import { cachedAnswers } from '../support/caches.ts';
import { Device } from '../support/device.ts';
import { openInstalledPortal } from '../support/portal.ts';
import { kb, printTable } from './report.ts';

/**
 * Prints the size of each cache after a visit to every public page and an administrator's sign-in.
 */
export async function benchCaches(backend: TestBackend): Promise<void> {
  const device = await Device.create({ siteUrl: backend.url });
  try {
    const page = await device.openInstalled('/');
    for (const { path } of SITE_PAGES) await page.goto(path, { waitUntil: 'networkidle' });
    await openInstalledPortal(device);

    const kept = await cachedAnswers(page);
    const rows = [...new Set(kept.map(({ cache }) => cache))]
      .sort()
      .map((name): [string, string, string] => {
        const own = kept.filter(({ cache }) => cache === name);
        return [name, kb(own.reduce((sum, { bytes }) => sum + bytes, 0)), `${own.length} entries`];
      });
    printTable('Caches after a full visit, uncompressed: every public page, then the portal', rows);
  } finally {
    await device.dispose();
  }
}
