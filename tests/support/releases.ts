import { execFile } from 'node:child_process';
import { mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PATHS } from '../../supabase/local/project-paths.ts';
import { useProfiles } from './installed-profile.ts';
import { startConnectedBackend, type ConnectedBackend } from './network.ts';
import { test as base, useNetwork } from './test.ts';

interface TestFixtures {
  /** A server with the checkout's build, and a way to deploy another. */
  site: Site;
}

interface WorkerFixtures {
  /** The folder of a second build, of marked sources. */
  nextRelease: string;
  /** The server of all tests. */
  releaseServer: Site;
}

interface Site extends ConnectedBackend {
  /** Serves only the folder's build from now on. */
  deploy(folder: string): Promise<void>;
}

/** For tests of a new release: the device's server is `site`. */
export const releaseTest = base.extend<TestFixtures, WorkerFixtures>({
  nextRelease: [
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'release-'));
      const entry = path.join(import.meta.dirname, 'build-release.ts');
      await promisify(execFile)(process.execPath, ['--import', 'tsx', entry, folder], {
        cwd: PATHS.root,
      });
      await use(folder);
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  releaseServer: [
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'site-'));
      const served = path.join(folder, 'dist');
      const deploy = async (release: string) => {
        await symlink(release, `${served}-next`);
        await rename(`${served}-next`, served);
      };
      await deploy(PATHS.dist);
      const backend = await startConnectedBackend({ SITE_DIR: served });
      await use({ ...backend, deploy });
      await backend.close();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  installedProfile: [
    ({ releaseServer }, use) =>
      useProfiles(async () => {
        await releaseServer.deploy(PATHS.dist);
        return releaseServer.network.url;
      }, use),
    { scope: 'worker', timeout: 60_000 },
  ],
  site: async ({ releaseServer }, use) => {
    await releaseServer.deploy(PATHS.dist);
    await use(releaseServer);
  },
  network: async ({ site }, use, testInfo) => useNetwork(site.network, use, testInfo),
});
