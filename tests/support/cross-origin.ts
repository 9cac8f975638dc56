import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { listen } from '../../supabase/local/server/listen.ts';
import { PATHS } from '../../supabase/local/project-paths.ts';
import { siteListener } from '../../supabase/local/site/serve-site.ts';
import { startCloudflare } from './cloudflare.ts';
import { Device } from './device.ts';
import { freePort } from './free-port.ts';
import { test } from './test.ts';

export interface HostOptions {
  /** The program that serves the site. */
  host: 'own' | 'cloudflare';
}

interface WorkerFixtures extends HostOptions {
  /** The address of a site built for the backend and served from another origin. */
  siteElsewhere: string;
}

/**
 * For a backend on its own origin, as a hosted Supabase project is: the device's server has only
 * the site.
 */
export const crossOriginTest = test.extend<object, WorkerFixtures>({
  host: ['own', { option: true, scope: 'worker' }],
  siteElsewhere: [
    async ({ backend, host }, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'site-elsewhere-'));
      await promisify(execFile)(
        'npx',
        ['vite', 'build', '--logLevel', 'error', '--outDir', folder, '--emptyOutDir'],
        {
          cwd: PATHS.root,
          env: { ...process.env, VITE_SUPABASE_URL: backend.url },
        },
      );
      const site =
        host === 'cloudflare'
          ? await startCloudflare(folder, await freePort())
          : await listen(siteListener(folder), { host: '127.0.0.1', port: 0, variable: 'PORT' });
      await use(site.url);
      await site.close();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  device: async ({ siteElsewhere, deviceArgs }, use) => {
    const device = await Device.create({ siteUrl: siteElsewhere, args: deviceArgs });
    await use(device);
    await device.dispose();
  },
});
