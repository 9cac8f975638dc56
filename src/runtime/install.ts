import { useSyncExternalStore } from 'react';
import { createInstallOffer, type Install, type InstallOffer } from './install-offer.ts';

/** Safari on iOS alone has this property. */
const standaloneOf = () => ('standalone' in navigator ? navigator.standalone === true : null);

const offer = createInstallOffer({
  storage: {
    getItem: (key) => localStorage.getItem(key),
    setItem: (key, value) => localStorage.setItem(key, value),
  },
  isInstalled: () => matchMedia('(display-mode: standalone)').matches || standaloneOf() === true,
  installsByHand: () => standaloneOf() !== null,
});

export const listenForInstall = () => offer.listen(window);

export const { install, dismiss: dismissInstall } = offer;

/** How this page can be installed now; `none` when it is, can't be, or the person does not want to. */
export const useInstallOffer = (which: Install): InstallOffer =>
  useSyncExternalStore(offer.subscribe, () => offer.current(which), () => 'none');
