import type { BrowserContext } from '@playwright/test';

/** Holds the requests for these addresses back. Returns how to let them go. */
export async function holdRequests(context: BrowserContext, address: string): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await context.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
