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

/**
 * Browser arguments that make Background Sync retry after two seconds instead of five minutes,
 * `attempts` times in all.
 */
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

/** Starts a browser that several devices share, with further command line arguments. */
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

/** Kills a shared browser. Closing it would wait for its unfinished work, sometimes forever. */
export async function killBrowser(browser: Browser): Promise<void> {
  const gone = new Promise((resolve) => browser.once('disconnected', resolve));
  process.kill(await processIdOf(browser), 'SIGKILL');
  await gone;
}

interface DeviceOptions {
  siteUrl: string;
  /** Further command line arguments of the browser. */
  args?: string[];
  /** A profile to copy; without one the device's profile is empty. */
  profile?: string | undefined;
  /** The folder for the profile; by default the system's for temporary files. */
  folder?: string;
  /**
   * Runs the headless shell if it is installed: faster, but without Background Sync and
   * notifications.
   */
  inShell?: boolean;
}

interface SharedOptions {
  siteUrl: string;
  serviceWorkers: 'allow' | 'block';
  /** The device's time zone; by default the company's. */
  timezoneId?: string | undefined;
}

/**
 * A person's device: a browser with its profile on disk, so that it can be killed and restarted.
 */
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

  /** Creates a device with its own profile and starts its browser. */
  static async create(options: DeviceOptions): Promise<Device> {
    const profileDir = await mkdtemp(path.join(options.folder ?? tmpdir(), 'device-'));
    if (options.profile)
      await cp(options.profile, profileDir, {
        recursive: true,
        // The HTTP cache's process outlives a killed browser, and may be deleting these.
        filter: (file) => !path.basename(file).startsWith('todelete_'),
      });
    const device = new Device(options, profileDir);
    await device.start();
    return device;
  }

  /** Creates a device in a shared browser: fast, but it cannot be killed and restarted. */
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

  /** The folder of the browser's profile. */
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

  /** Opens a page of the site in a new tab, with the given media preferences. */
  async open(pagePath: string, media: Parameters<Page['emulateMedia']>[0] = {}): Promise<Page> {
    const page = await this.context.newPage();
    await page.emulateMedia(media);
    await page.goto(pagePath);
    return page;
  }

  /**
   * Opens a page after the worker is installed, has cached the site and controls the tab: the end
   * of a first visit.
   */
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

  /** Closes every tab of the site; the browser keeps running. */
  async closePages(): Promise<void> {
    const [, ...pages] = this.context.pages();
    await Promise.all(pages.map((page) => page.close()));
  }

  /** Disconnects every tab and the worker. */
  async goOffline(): Promise<void> {
    // The browser would wait for a stopped worker, which cannot receive the change.
    const { cdp, registrations } = await this.controlWorkers();
    for (const { scopeURL } of registrations)
      await cdp.send('ServiceWorker.startWorker', { scopeURL });
    await cdp.detach();
    await this.context.setOffline(true);
  }

  async goOnline(): Promise<void> {
    await this.context.setOffline(false);
  }

  /**
   * A CDP session of the empty tab that every browser keeps open, for commands that need no page of
   * the site.
   */
  controlBrowser(): Promise<CDPSession> {
    const [keeper] = this.context.pages();
    if (!keeper) throw new Error('The empty tab is closed');
    return this.context.newCDPSession(keeper);
  }

  /** A CDP session for service workers, with the registered ones. */
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

  /** Closes the browser as a person does, with all pending writes. */
  async close(): Promise<void> {
    await this.context.close();
    this.#context = null;
  }

  /** Kills the browser's process, without pending writes. */
  async kill(): Promise<void> {
    const { context } = this;
    const closed = new Promise((resolve) => context.once('close', resolve));
    process.kill(this.#processId, 'SIGKILL');
    await closed;
    this.#context = null;
  }

  /**
   * Kills the browser for good and leaves its profile to the caller, to copy for a device with an
   * earlier visit.
   */
  async leaveProfile(): Promise<string> {
    if (this.#profileDir === null)
      throw new Error('A device in a shared browser has no profile to leave');
    await this.kill();
    return this.#profileDir;
  }

  /** Ends the browser and deletes its profile. */
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
