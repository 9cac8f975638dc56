/** The page's side of the service worker: registration, messages, releases. */
import { messageSW, Workbox } from 'workbox-window';
import { isPortalPath, OPEN_PATH } from '../core/domain/push-message.ts';
import { syncTagOf } from '../core/outbox/sync-tags.ts';
import { after, createListeners, onReturn } from './listeners.ts';

interface SyncManager {
  register(tag: string): Promise<void>;
}

type SyncRegistration = ServiceWorkerRegistration & { sync?: SyncManager };

/**
 * An app that stays open for days checks for a new release when it becomes visible, at most this
 * often.
 */
const CHECK_EVERY_MS = 60 * 60_000;
/** A busy worker takes over when its work is done; callers wait no longer than this. */
const TAKE_OVER_MS = 5000;

/** Without a controlled page, a new worker takes over as soon as it is installed. */
const SETTLE_MS = 200;

let registered: Promise<Workbox | undefined> | undefined;
let isReleaseWaiting = false;
const releaseListeners = createListeners();

/**
 * Registers the worker and asks it to store the public content for offline reading. A browser that
 * refuses has the site without it.
 */
export async function registerWorker(): Promise<void> {
  if ('serviceWorker' in navigator) {
    addEventListener('online', () => void registerAgain());
    onReturn(() => void registerAgain());
  }
  await warm();
}

/**
 * Asks the worker to store a part's files on this device, of this release and of every later one
 * before it takes over. Resolves with whether they are stored now; a failure (no connection, no
 * space) is left for the next time.
 */
async function cachePart(part: 'portal' | 'crew'): Promise<boolean> {
  const active = await controllingWorker();
  if (!active) return false;
  const message = `keep-${part}`;
  // A waiting release was installed before this device kept the part.
  const { installing, waiting } = await navigator.serviceWorker.ready;
  for (const next of [installing, waiting]) if (next) void messageSW(next, message);
  return (await messageSW(active, message)) === true;
}

export const cachePortal = () => cachePart('portal');
export const cacheCrew = () => cachePart('crew');

/**
 * Asks the browser to wake the worker for one entry when there is a connection, also with every
 * page closed. One tag an entry, because registering a failed tag again does not run it sooner.
 * Without Background Sync, the page's own triggers do the work. Waits for the worker, so do not
 * wait for this.
 */
export async function requestSync(id: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration: SyncRegistration = await navigator.serviceWorker.ready;
  await registration.sync?.register(syncTagOf(id)).catch(() => undefined);
}

/** Calls back when a new release is installed and waits to take over; at once if one waits. */
export function onReleaseWaiting(listener: () => void): void {
  releaseListeners.add(listener);
  if (isReleaseWaiting) listener();
}

/** Lets the waiting release take over. Resolves once it did, after five seconds at most. */
export async function letReleaseTakeOver(): Promise<void> {
  const takenOver = new Promise((resolve) =>
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
  );
  (await (registered ??= register()))?.messageSkipWaiting();
  await Promise.race([takenOver, after(TAKE_OVER_MS, null)]);
}

/** Calls back when a release other than this page's took over. */
export function onTakenOver(listener: () => void): void {
  if (!('serviceWorker' in navigator)) return;
  let isControlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker replaces none.
    if (isControlled) listener();
    isControlled = true;
  });
}

/**
 * Calls back when the worker asks this page to open a path of the portal, after a tap on a
 * notification; returns a function that stops.
 */
export function onPathOpened(listener: (path: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const hear = ({ data }: MessageEvent<{ type?: unknown; path?: unknown } | null>) => {
    if (data?.type === OPEN_PATH && isPortalPath(data.path)) listener(data.path);
  };
  navigator.serviceWorker.addEventListener('message', hear);
  return () => navigator.serviceWorker.removeEventListener('message', hear);
}

async function controllingWorker(): Promise<ServiceWorker | null> {
  return (await (registered ??= register())) ? (await navigator.serviceWorker.ready).active : null;
}

async function warm(): Promise<void> {
  const active = await controllingWorker();
  if (active) void messageSW(active, 'warm');
}

/**
 * Registers the worker if it is not installed: its file, or a precached one, could not be fetched.
 */
async function registerAgain(): Promise<void> {
  const before = registered;
  await before;
  const isThere = await navigator.serviceWorker.getRegistration().catch(() => true);
  // A connection and its reader may return at the same moment.
  if (isThere || registered !== before) return;
  registered = register();
  await warm();
}

/** Registers the worker, if the browser has workers, and announces later releases. */
async function register(): Promise<Workbox | undefined> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const workbox = new Workbox('/sw.js', { updateViaCache: 'none' });
  try {
    const registration = await workbox.register({ immediate: true });
    if (!registration) return;
    // Workbox stops listening after the first release that another tab or the browser found, so the
    // page listens itself.
    if (registration.waiting) announceRelease();
    awaitRelease(registration);
    registration.addEventListener('updatefound', () => awaitRelease(registration));
    checkForReleases(registration);
    return workbox;
  } catch (error) {
    console.warn('The service worker could not be installed:', error);
  }
}

/**
 * Announces a release that is being installed once it is installed. The first worker is no new
 * release.
 */
function awaitRelease(registration: ServiceWorkerRegistration): void {
  const { installing, active } = registration;
  if (!installing || !active) return;
  const announceIfItWaits = () => registration.waiting === installing && announceRelease();
  // A property, not a listener, so that a release found twice is announced once.
  installing.onstatechange = () =>
    installing.state === 'installed' && setTimeout(announceIfItWaits, SETTLE_MS);
}

function announceRelease(): void {
  isReleaseWaiting = true;
  releaseListeners.emit();
}

function checkForReleases(registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now();
  onReturn(() => {
    if (Date.now() - checkedAt < CHECK_EVERY_MS) return;
    checkedAt = Date.now();
    void registration.update().catch(() => undefined);
  });
}
