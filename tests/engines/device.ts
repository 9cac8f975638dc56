import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { createConnection, type Connection } from './connection.ts';
import type { Driver, StartBrowser } from './drivers/driver.ts';
import { Page } from './page.ts';

/** A person's device: a browser, its profile on disk, and a connection that can be cut. */
export class Device {
  readonly #startBrowser: StartBrowser;
  readonly #profileDir: string;
  readonly #connection: Connection;
  #browser: Driver | null = null;

  private constructor(startBrowser: StartBrowser, profileDir: string, connection: Connection) {
    this.#startBrowser = startBrowser;
    this.#profileDir = profileDir;
    this.#connection = connection;
  }

  /**
   * A device with an empty profile, its browser running, connected to the server at `serverUrl`.
   */
  static async create(startBrowser: StartBrowser, serverUrl: string): Promise<Device> {
    const profileDir = await mkdtemp(path.join(tmpdir(), 'engine-'));
    const device = new Device(startBrowser, profileDir, await createConnection(serverUrl));
    await device.startBrowser();
    return device;
  }

  async startBrowser(): Promise<void> {
    this.#browser = await this.#startBrowser(this.#profileDir);
  }

  /** Closes the browser; its stored data stays on the device. */
  async closeBrowser(): Promise<void> {
    await this.#browser?.quit();
    this.#browser = null;
  }

  async restartBrowser(): Promise<void> {
    await this.closeBrowser();
    await this.startBrowser();
  }

  goOffline(): Promise<void> {
    return this.#connection.cut();
  }

  goOnline(): Promise<void> {
    return this.#connection.restore();
  }

  /** Opens a page of the site in the browser's tab. */
  async open(pagePath: string): Promise<Page> {
    if (!this.#browser) throw new Error('The browser of this device is not running');
    const page = new Page(this.#browser, this.#connection.url);
    await page.goto(pagePath);
    return page;
  }

  /**
   * Opens a page once the worker is installed, has stored the site and controls the tab: the state
   * after a first visit.
   */
  async openInstalled(pagePath: string): Promise<Page> {
    const page = await this.open(pagePath);
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), 'the worker')
      .toBe('activated');
    return page;
  }

  /** Closes the browser and the connection, and deletes the profile. */
  async dispose(): Promise<void> {
    await this.closeBrowser();
    await this.#connection.cut();
    await rm(this.#profileDir, { recursive: true, force: true, maxRetries: 5 });
  }
}
