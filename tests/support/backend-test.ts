import { test as base } from '@playwright/test';
import { startConnectedBackend, type ConnectedBackend } from './network.ts';

interface WorkerFixtures {
  /**
   * A backend shared by a worker's tests, which recognise their own submissions by email address.
   */
  backend: ConnectedBackend;
}

/** A test with a backend; each suite adds its own device. */
export const backendTest = base.extend<object, WorkerFixtures>({
  backend: [
    async ({}, use) => {
      const backend = await startConnectedBackend();
      await use(backend);
      await backend.close();
    },
    // The first start creates the database that later starts copy.
    { scope: 'worker', timeout: 60_000 },
  ],
});
