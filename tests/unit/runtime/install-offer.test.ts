import { expect, test, vi } from 'vitest';
import { createInstallOffer, type InstallPrompt } from '../../../src/runtime/install-offer.ts';

const createPrompt = (outcome: 'accepted' | 'dismissed' = 'accepted') =>
  Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: vi.fn(() => Promise.resolve()),
    userChoice: Promise.resolve({ outcome }),
  });

/** A browser without installed apps, whose storage outlives a page. */
function createBrowser({
  byHand = false,
  stored = new Map<string, string>(),
  early = null as InstallPrompt | null,
} = {}) {
  const browser = new EventTarget();
  const facts = { isInstalled: false };
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  const offer = createInstallOffer({
    storage,
    isInstalled: () => facts.isInstalled,
    installsByHand: () => byHand,
  });
  offer.listen(browser, early);

  const announce = (outcome?: 'accepted' | 'dismissed') => {
    const event = createPrompt(outcome);
    browser.dispatchEvent(event);
    return event;
  };
  return { offer, facts, stored, browser, announce };
}

test('nothing is offered before the browser says that it can install', () => {
  const { offer, announce } = createBrowser();
  expect(offer.current('site')).toBe('none');
  const event = announce();
  expect(offer.current('site')).toBe('prompt');
  expect(event.defaultPrevented).toBe(true);
});

test('the browser’s earlier prompt is offered', async () => {
  const early = createPrompt();
  const { offer } = createBrowser({ early });
  expect(offer.current('site')).toBe('prompt');
  await offer.install('site');
  expect(early.prompt).toHaveBeenCalledTimes(1);
});

test('a press shows the browser’s dialog, and there is no offer after it', async () => {
  const { offer, announce } = createBrowser();
  const { prompt } = announce();
  await offer.install('portal');
  expect(prompt).toHaveBeenCalledTimes(1);
  expect(offer.current('portal')).toBe('none');
});

test('a no in the browser’s dialog is never asked again on this device', async () => {
  const { offer, announce, stored } = createBrowser();
  announce('dismissed');
  await offer.install('site');

  const later = createBrowser({ stored });
  later.announce();
  expect(later.offer.current('site')).toBe('none');
});

test('a no to the site is none to the portal', () => {
  const { offer, announce } = createBrowser();
  announce();
  offer.dismiss('site');
  expect(offer.current('site')).toBe('none');
  expect(offer.current('portal')).toBe('prompt');
});

test('a browser that installs by hand has instructions, until they are dismissed', () => {
  const { offer } = createBrowser({ byHand: true });
  expect(offer.current('site')).toBe('instructions');
  offer.dismiss('site');
  expect(offer.current('site')).toBe('none');
});

test('an installed app offers nothing, and an install ends the offer in every tab', () => {
  const { offer, announce, browser, facts } = createBrowser({ byHand: true });
  announce();
  const heard = vi.fn();
  offer.subscribe(heard);
  facts.isInstalled = true;
  browser.dispatchEvent(new Event('appinstalled'));
  expect(heard).toHaveBeenCalledTimes(1);
  expect(offer.current('site')).toBe('none');
});

test('where nothing can be kept, a no counts until the page is left', () => {
  const refuse = () => {
    throw new DOMException('Denied', 'SecurityError');
  };
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const offer = createInstallOffer({
    storage: { getItem: refuse, setItem: refuse },
    isInstalled: () => false,
    installsByHand: () => true,
  });
  expect(offer.current('site')).toBe('instructions');
  offer.dismiss('site');
  expect(offer.current('site')).toBe('none');
});
