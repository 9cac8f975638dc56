import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PATHS } from '../../../supabase/local/project-paths.ts';
import { siteListener } from '../../../supabase/local/site/serve-site.ts';
import { listen } from '../http.ts';

/** Two releases of the site, each at its own address, so that a gateway can switch between them. */
export interface Releases {
  urls: readonly [string, string];
  close(): Promise<void>;
}

/** Serves the checkout's build, and a second build of marked sources. */
export async function serveReleases(): Promise<Releases> {
  const folder = await mkdtemp(path.join(tmpdir(), 'release-'));
  await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', path.join(PATHS.root, 'tests/support/build-release.ts'), folder],
    { cwd: PATHS.root },
  );
  const servers = [PATHS.dist, folder].map((dist) => createServer(siteListener(dist)));
  const [first, next] = await Promise.all(
    servers.map(async (server) => `http://127.0.0.1:${(await listen(server)).port}`),
  );
  return {
    urls: [first ?? '', next ?? ''],
    async close() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
      await rm(folder, { recursive: true });
    },
  };
}
