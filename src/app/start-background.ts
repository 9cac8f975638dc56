import { listenForInstall } from '../runtime/install.ts';
import { loadOutbox, onOutboxLoaded } from '../runtime/load-outbox.ts';
import { mayHaveSiteData } from '../runtime/site-data.ts';
import { applyUpdate, onUpdateReady } from '../runtime/updates.ts';
import { registerWorker } from '../runtime/worker.ts';
import { ignoreComposingKeys } from '../ui/composing-keys.ts';
import { takeFileDrops } from '../ui/file-drops.ts';
import { addIcons } from '../ui/icon-paths.ts';
import { notify } from '../ui/toast.ts';
import { whenIdle } from '../ui/use-idle.ts';
import { loadLater } from './load-later.ts';

/** Starts the site's background work, which a page does not need to become usable. */
export function startBackground(): void {
  addIcons();
  // Only iOS reports a start from the home screen in this way.
  if ('standalone' in navigator)
    void import('./splash-screens.ts').then(({ addSplashScreens }) => addSplashScreens('site'));
  ignoreComposingKeys();
  takeFileDrops();
  offerUpdates();
  listenForInstall();
  onOutboxLoaded(() => {
    void import('../runtime/start-outbox.ts').then(({ startOutbox }) => startOutbox());
    // A touched form sends soon.
    addEventListener('input', () => void prepareToSend(), { once: true });
  });
  void mayHaveSiteData().then((mayHave) => (mayHave ? loadLater(loadOutbox) : undefined));
  // The worker's installation uses a small processor fully.
  whenIdle(() => void registerWorker());
}

async function prepareToSend(): Promise<void> {
  notify.prepare();
  const { loadBackend } = await import('../runtime/outbox.ts');
  await loadBackend().catch(() => undefined);
}

/**
 * Offers each new release once it can take over without losing unsaved work. A release never takes
 * over by itself.
 */
export const offerUpdates = () => onUpdateReady(() => offer('A new version is ready.'));

const offer = (text: string) =>
  void notify.info(text, {
    id: 'update',
    duration: Infinity,
    action: { label: 'Update now', onClick: () => void update() },
    cancel: { label: 'Later', onClick: () => undefined },
  });

async function update(): Promise<void> {
  if ((await applyUpdate()) === 'unsaved')
    offer('A form still has unsent text. Send or clear it first, then update.');
}
