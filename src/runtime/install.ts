import { useSyncExternalStore } from 'react';
import {
  createInstallOffer,
  type Install,
  type InstallOffer,
  type InstallPrompt,
} from './install-offer.ts';

declare global {
  interface Window {
    /** The prompt event from before the page's scripts ran; recorded by the inline loader. */
    earlyInstallPrompt?: InstallPrompt;
  }
}

/** Only Safari on iOS has this property. */
const standaloneOf = () => ('standalone' in navigator ? navigator.standalone === true : null);

const offer = createInstallOffer({
  storage: {
    getItem: (key) => localStorage.getItem(key),
    setItem: (key, value) => localStorage.setItem(key, value),
  },
  isInstalled: () => matchMedia('(display-mode: standalone)').matches || standaloneOf() === true,
  installsByHand: () => standaloneOf() !== null,
});

export const listenForInstall = () => offer.listen(window, window.earlyInstallPrompt ?? null);

export const { install, dismiss: dismissInstall } = offer;

/**
 * How this page can be installed now; `none` when it is installed, cannot be, or the person
 * refused.
 */
export const useInstallOffer = (which: Install): InstallOffer =>
  useSyncExternalStore(
    offer.subscribe,
    () => offer.current(which),
    () => 'none',
  );
