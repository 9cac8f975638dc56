import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeHostFiles } from '../../../build/host-files.ts';

/**
 * Writes a site of two pages and the portal into `dist`, in the build's format.
 *
 * @param site Its address. @param backend The backend's origin; null for the site's own.
 */
export async function writeSite(dist: string, site: string, backend: string | null = null) {
  mkdirSync(path.join(dist, 'assets'), { recursive: true });
  writeFileSync(path.join(dist, 'index.html'), '<!doctype html><script>document.title</script>');
  writeFileSync(path.join(dist, '404.html'), '<!doctype html>');
  for (const page of ['booking', 'admin']) {
    mkdirSync(path.join(dist, page), { recursive: true });
    writeFileSync(path.join(dist, page, 'index.html'), '<!doctype html>');
  }
  writeFileSync(path.join(dist, 'robots.txt'), `Sitemap: ${site}/sitemap.xml\n`);
  writeFileSync(path.join(dist, 'sw.js'), '');
  writeFileSync(path.join(dist, 'assets/index-1.js'), '');
  await writeHostFiles(dist, ['/', '/booking'], backend);
}
