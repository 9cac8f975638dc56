import { test as base } from '@playwright/test';
import { startConnectedBackend, type ConnectedBackend } from './network.ts';

interface WorkerFixtures {
  /** A backend that the tests of one worker share; each tells its own submissions by their email address. */
  backend: ConnectedBackend;
}

/** A test with a backend, on whatever device its suite adds. */
export const backendTest = base.extend<object, WorkerFixtures>({
  backend: [
    async ({}, use) => {
      const backend = await startConnectedBackend();
      await use(backend);
      await backend.close();
    },
    // The very first start lays down the database that the others copy.
    { scope: 'worker', timeout: 60_000 },
  ],
});
