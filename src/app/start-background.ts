import { startRuntime } from '../runtime/start.ts';
import { applyUpdate, onUpdateReady } from '../runtime/updates.ts';
import { takeFileDrops } from '../ui/file-drops.ts';
import { addIcons } from '../ui/icon-paths.ts';
import { notify } from '../ui/toast.ts';

/** Starts the site's background work, which a page does not need to become usable. */
export function startBackground(): Promise<void> {
  addIcons();
  // Only iOS reports a start from the home screen in this way.
  if ('standalone' in navigator)
    void import('./splash-screens.ts').then(({ addSplashScreens }) => addSplashScreens('site'));
  notify.prepare();
  takeFileDrops();
  offerUpdates();
  return startRuntime();
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
