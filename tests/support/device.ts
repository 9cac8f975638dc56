import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type CDPSession,
  type Page,
} from '@playwright/test';
import { findChromium, findHeadlessShell } from '../runner/find-chromium.mjs';
import { browserArgs } from './browser-args.ts';

/** Browser arguments for a Background Sync that tries again after two seconds instead of five minutes, so many times in all. */
export const quickSync = ({ attempts }: { attempts: number }): string[] => [
  '--force-fieldtrials=BackgroundSync/Test/',
  `--force-fieldtrial-params=BackgroundSync.Test:initial_retry_delay_sec/2/retry_delay_factor/2/max_sync_attempts/${attempts}`,
];

interface WorkerRegistration {
  registrationId: string;
  scopeURL: string;
  isDeleted: boolean;
}

const contextOf = (siteUrl: string, timezoneId = 'Europe/London') => ({
  baseURL: siteUrl,
  permissions: ['background-sync', 'notifications'],
  locale: 'en-GB',
  timezoneId,
});

/** Starts a browser for devices that share one, with further command line arguments. */
export async function launchBrowser({
  inShell = false,
  args = [],
}: { inShell?: boolean; args?: readonly string[] } = {}): Promise<Browser> {
  const executablePath = (inShell ? findHeadlessShell() : undefined) ?? findChromium();
  return chromium.launch({
    ...(executablePath && { executablePath }),
    headless: true,
    args: [...(await browserArgs()), ...args],
  });
}

/** Ends such a browser at once. To close it would be to wait for all that it has still to do, now and then for good. */
export async function killBrowser(browser: Browser): Promise<void> {
  const gone = new Promise((resolve) => browser.once('disconnected', resolve));
  process.kill(await processIdOf(browser), 'SIGKILL');
  await gone;
}

interface DeviceOptions {
  siteUrl: string;
  /** Further command line arguments of the browser. */
  args?: string[];
  /** A profile to begin with a copy of; without one the device's is empty. */
  profile?: string | undefined;
  /** Runs the headless shell, where it is installed: quicker, and without Background Sync and notifications. */
  inShell?: boolean;
}

interface SharedOptions {
  siteUrl: string;
  serviceWorkers: 'allow' | 'block';
  /** Where the device is; without one, where the company works. */
  timezoneId?: string | undefined;
}

/** A person's device: a browser whose profile lives on disk, so that it can be killed and started again. */
export class Device {
  readonly #siteUrl: string;
  readonly #args: string[];
  readonly #serviceWorkers: 'allow' | 'block';
  readonly #inShell: boolean;
  /** Null for a device in a shared browser. */
  readonly #profileDir: string | null;
  #context: BrowserContext | null = null;
  #processId = 0;

  private constructor(
    {
      siteUrl,
      args = [],
      serviceWorkers = 'allow',
      inShell = false,
    }: DeviceOptions & Partial<SharedOptions>,
    profileDir: string | null,
  ) {
    this.#siteUrl = siteUrl;
    this.#args = args;
    this.#serviceWorkers = serviceWorkers;
    this.#inShell = inShell;
    this.#profileDir = profileDir;
  }

  /** A device with a profile of its own, its browser running. */
  static async create(options: DeviceOptions): Promise<Device> {
    const profileDir = await mkdtemp(path.join(tmpdir(), 'device-'));
    if (options.profile) await cp(options.profile, profileDir, { recursive: true });
    const device = new Device(options, profileDir);
    await device.start();
    return device;
  }

  /** A device in a browser that others share: quick to have, but it can't be killed and started again. */
  static async inBrowser(
    browser: Browser,
    { siteUrl, serviceWorkers, timezoneId }: SharedOptions,
  ): Promise<Device> {
    const device = new Device({ siteUrl, serviceWorkers }, null);
    device.#context = await browser.newContext({
      ...contextOf(siteUrl, timezoneId),
      serviceWorkers,
    });
    return device;
  }

  /** The folder in which the browser keeps all that it knows. */
  get profileDir(): string {
    if (this.#profileDir === null)
      throw new Error('A device in a shared browser has no profile of its own');
    return this.#profileDir;
  }

  get context(): BrowserContext {
    if (!this.#context) throw new Error('The browser of this device is not running');
    return this.#context;
  }

  /** Starts the browser on the device's profile. */
  async start(): Promise<void> {
    if (this.#profileDir === null)
      throw new Error('A device in a shared browser has no profile to start again');
    const executablePath = (this.#inShell ? findHeadlessShell() : undefined) ?? findChromium();
    this.#context = await chromium.launchPersistentContext(this.#profileDir, {
      ...(executablePath && { executablePath }),
      headless: true,
      args: [...(await browserArgs()), ...this.#args],
      ...contextOf(this.#siteUrl),
    });
    this.#processId = await processIdOf(this.#context.browser());
  }

  /** Opens a page of the site in a new tab, for a person who prefers `media`. */
  async open(pagePath: string, media: Parameters<Page['emulateMedia']>[0] = {}): Promise<Page> {
    const page = await this.context.newPage();
    await page.emulateMedia(media);
    await page.goto(pagePath);
    return page;
  }

  /** Opens a page once the worker is installed, has stored the site and controls the tab: the end of a first visit. */
  async openInstalled(
    pagePath: string,
    media: Parameters<Page['emulateMedia']>[0] = {},
  ): Promise<Page> {
    if (this.#serviceWorkers === 'block')
      throw new Error('This device does without workers: its file asks for them with test.use');
    const page = await this.open(pagePath, media);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    return page;
  }

  /** Closes every tab of the site; the browser stays. */
  async closePages(): Promise<void> {
    const [, ...pages] = this.context.pages();
    await Promise.all(pages.map((page) => page.close()));
  }

  /** Cuts the network of every tab and of the worker. */
  async goOffline(): Promise<void> {
    // A stopped worker can't be told, and the browser would wait for it.
    const { cdp, registrations } = await this.controlWorkers();
    for (const { scopeURL } of registrations)
      await cdp.send('ServiceWorker.startWorker', { scopeURL });
    await cdp.detach();
    await this.context.setOffline(true);
  }

  async goOnline(): Promise<void> {
    await this.context.setOffline(false);
  }

  /** A CDP session of the empty tab that every browser keeps open, for what no page of the site has to be open for. */
  controlBrowser(): Promise<CDPSession> {
    const [keeper] = this.context.pages();
    if (!keeper) throw new Error('The empty tab is closed');
    return this.context.newCDPSession(keeper);
  }

  /** The same for service workers, with those that are registered. */
  async controlWorkers(): Promise<{ cdp: CDPSession; registrations: WorkerRegistration[] }> {
    const cdp = await this.controlBrowser();
    const registered = new Promise<WorkerRegistration[]>((resolve) =>
      cdp.once('ServiceWorker.workerRegistrationUpdated', ({ registrations }) =>
        resolve(registrations),
      ),
    );
    await cdp.send('ServiceWorker.enable');
    return { cdp, registrations: (await registered).filter(({ isDeleted }) => !isDeleted) };
  }

  /** Closes the browser as a person does: what it has still to write is written. */
  async close(): Promise<void> {
    await this.context.close();
    this.#context = null;
  }

  /** Kills the browser's process: nothing in it gets a chance to finish. */
  async kill(): Promise<void> {
    const { context } = this;
    const closed = new Promise((resolve) => context.once('close', resolve));
    process.kill(this.#processId, 'SIGKILL');
    await closed;
    this.#context = null;
  }

  /** Kills the browser, for good, and leaves the profile to the caller: a copy of it is a device that was here before. */
  async leaveProfile(): Promise<string> {
    if (this.#profileDir === null)
      throw new Error('A device in a shared browser has no profile to leave');
    await this.kill();
    return this.#profileDir;
  }

  /** Ends the browser and forgets its profile. */
  async dispose(): Promise<void> {
    if (this.#profileDir === null) return this.context.close();
    if (this.#context) await this.kill();
    await rm(this.#profileDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function processIdOf(running: Browser | null): Promise<number> {
  const cdp = await running?.newBrowserCDPSession();
  const { processInfo } = (await cdp?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  const browser = processInfo.find(({ type }) => type === 'browser');
  if (!browser) throw new Error('The browser does not tell its process');
  return browser.id;
}
