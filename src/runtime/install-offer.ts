import { createListeners } from './listeners.ts';

/** The browser's own install dialog, deferred until a person asks for it. */
export interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** `prompt`: a button installs. `instructions`: the person installs by the browser's menu. */
export type InstallOffer = 'none' | 'prompt' | 'instructions';

interface Surroundings {
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  isInstalled: () => boolean;
  /** A browser without a prompt whose menu can install: Safari on iOS. */
  installsByHand: () => boolean;
}

/** The installs, each offered and dismissed separately. */
export type Install = 'site' | 'portal' | 'crew';

const keyOf = (install: Install) => `install-dismissed-${install}`;

/**
 * Offers to install this page's app until it is installed or the person refused. A refusal is
 * stored on this device.
 */
export function createInstallOffer({ storage, isInstalled, installsByHand }: Surroundings) {
  let prompt: InstallPrompt | null = null;
  const dismissed = new Set<Install>();
  const listeners = createListeners();
  const change = (next: InstallPrompt | null) => {
    prompt = next;
    listeners.emit();
  };

  const isDismissed = (install: Install) =>
    dismissed.has(install) || read(storage, keyOf(install)) !== null;

  const dismiss = (install: Install) => {
    dismissed.add(install);
    write(storage, keyOf(install));
    change(prompt);
  };

  return {
    /**
     * Receives the browser's prompt event, which fires once, and the installation. `early`: an
     * event from before.
     */
    listen(browser: EventTarget, early: InstallPrompt | null): void {
      if (early) change(early);
      browser.addEventListener('beforeinstallprompt', (event) => {
        // Otherwise the browser shows a bar of its own.
        event.preventDefault();
        change(event as InstallPrompt);
      });
      browser.addEventListener('appinstalled', () => change(null));
    },
    current(install: Install): InstallOffer {
      if (isInstalled() || isDismissed(install)) return 'none';
      if (prompt) return 'prompt';
      return installsByHand() ? 'instructions' : 'none';
    },
    /** Shows the browser's dialog, which can be shown once. A refusal there counts as one here. */
    async install(install: Install): Promise<void> {
      const shown = prompt;
      if (!shown) return;
      await shown.prompt();
      const { outcome } = await shown.userChoice;
      if (outcome === 'dismissed') dismiss(install);
      change(null);
    },
    dismiss,
    subscribe: listeners.add,
  };
}

function read(storage: Surroundings['storage'], key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

/** Without storage, the refusal lasts until the page is left. */
function write(storage: Surroundings['storage'], key: string): void {
  try {
    storage.setItem(key, new Date().toISOString());
  } catch (error) {
    console.warn('The answer could not be kept:', error);
  }
}
