import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { siteListener } from '../../supabase/local/site/serve-site.ts';

const SCRIPTS = /<script>[^]*?<\/script>/g;

/** Serves the same pages and styles without scripts, as the reference of the pages' figures. */
export async function startPlainSite(
  dist: string,
): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plain-site-'));
  await cp(dist, folder, { recursive: true });
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.html')) continue;
    const page = path.join(folder, file);
    await writeFile(page, (await readFile(page, 'utf8')).replace(SCRIPTS, ''));
  }
  const server = createServer(siteListener(folder));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
