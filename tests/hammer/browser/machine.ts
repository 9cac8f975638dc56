import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { Device } from '../../support/device.ts';
import { offer, updateNow } from '../../support/next-release.ts';
import type { Tally } from '../tally.ts';
import { setClock, startClock } from './clock.ts';
import type { Gateway } from './gateway.ts';

/** An event that hits a device while it sends. */
export type Blow =
  | 'none'
  | 'tab closed'
  | 'tab crashed'
  | 'worker stopped'
  | 'browser killed'
  | 'release taken over'
  | 'release forced';

/** When the event happens: after some milliseconds, or at a later request, counted from now. */
export type Moment = { afterMs: number } | { requests: number };

/** Several browsers share this machine with other work. */
const PATIENCE_MS = 180_000;

/** A browser with its own profile, which is hit by events. */
export class Machine {
  readonly gateway: Gateway;
  readonly #device: Device;
  readonly #crashes: Tally;
  #blow: Promise<unknown> = Promise.resolve();
  #page: Page | null = null;
  #clock = 0;

  private constructor(device: Device, gateway: Gateway, crashes: Tally) {
    this.#device = device;
    this.gateway = gateway;
    this.#crashes = crashes;
  }

  /** Creates a device that has visited the site. */
  static async create(gateway: Gateway, crashes: Tally): Promise<Machine> {
    const device = await Device.create({ siteUrl: gateway.url });
    device.context.setDefaultTimeout(PATIENCE_MS);
    const page = await device.openInstalled('/careers');
    await page.close();
    const machine = new Machine(device, gateway, crashes);
    await startClock(device.context, () => machine.#clock);
    return machine;
  }

  get device(): Device {
    return this.#device;
  }

  /** Opens a page of the site in the only tab. */
  async open(path: string): Promise<Page> {
    await this.settle();
    await this.#device.closePages();
    return (this.#page = await this.#device.open(path));
  }

  /** Waits for a pending event, and restarts a killed browser. */
  async settle(): Promise<void> {
    this.gateway.disarm();
    await this.#blow;
    if (this.#isRunning) return;
    await this.#device.start();
    this.#device.context.setDefaultTimeout(PATIENCE_MS);
    await startClock(this.#device.context, () => this.#clock);
  }

  /** Does work in the tab while the event happens; null if the event ended the tab. */
  async through<T>(blow: Blow, moment: Moment, work: () => Promise<T>): Promise<T | null> {
    const page = this.#page;
    if (!page) throw new Error('No page is open');
    let hasFallen = false;
    const fall = () => {
      hasFallen = true;
      this.#crashes.add(blow);
      this.#blow = this.#fall(blow, page).catch(() => undefined);
    };
    const gone = new Promise<null>((resolve) => {
      page.once('close', () => resolve(null));
      page.once('crash', () => resolve(null));
      page.once('load', () => resolve(null));
    });
    const timer =
      blow !== 'none' && 'afterMs' in moment ? setTimeout(fall, moment.afterMs) : undefined;
    if (blow !== 'none' && 'requests' in moment) this.gateway.arm(moment.requests, fall);
    try {
      return await Promise.race([work(), gone]);
    } catch (error) {
      if (hasFallen) return null;
      throw error;
    } finally {
      clearTimeout(timer);
      await this.settle();
    }
  }

  get #isRunning(): boolean {
    try {
      return this.#device.context.browser()?.isConnected() !== false;
    } catch {
      return false;
    }
  }

  async #fall(blow: Blow, page: Page): Promise<void> {
    switch (blow) {
      case 'none':
        return;
      case 'tab closed':
        return page.close();
      case 'tab crashed': {
        const cdp = await page.context().newCDPSession(page);
        void cdp.send('Page.crash').catch(() => undefined);
        return void (await page.waitForEvent('crash', { timeout: 5_000 }));
      }
      case 'worker stopped': {
        const { cdp } = await this.#device.controlWorkers();
        await cdp.send('ServiceWorker.stopAllWorkers');
        return cdp.detach();
      }
      case 'browser killed':
        return this.#device.kill();
      case 'release taken over':
        await this.#fetchRelease(page);
        await offer(page).waitFor({ timeout: 5_000 });
        return updateNow(page);
      case 'release forced': {
        await this.#fetchRelease(page);
        const { cdp, registrations } = await this.#device.controlWorkers();
        for (const { scopeURL } of registrations)
          await cdp.send('ServiceWorker.skipWaiting', { scopeURL });
        return cdp.detach();
      }
    }
  }

  /** Deploys the other release and lets the browser check for updates. */
  async #fetchRelease(page: Page): Promise<void> {
    this.gateway.release = this.gateway.release === 0 ? 1 : 0;
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  }

  /** Lets time pass with no page open. */
  async rest(ms: number): Promise<void> {
    await this.settle();
    await this.#device.closePages();
    await sleep(ms);
  }

  /** Moves the device's clock, for its worker and for pages opened from now on. */
  async moveClock(ms: number): Promise<void> {
    await this.settle();
    this.#clock += ms;
    await setClock(this.#device.context, this.#clock);
  }

  async dispose(): Promise<void> {
    await this.settle();
    await this.#device.dispose();
    await this.gateway.close();
  }
}
