import { expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { contrast } from './support/contrast.ts';
import { emulate } from './support/device.ts';
import { styleOf } from './support/look.ts';
import { leavePage } from './support/open.tsx';
import { aPosting } from './support/rows.ts';
import { server } from './support/server.ts';
import { openSite } from './support/site.tsx';

const backgroundOf = (control: Locator) => styleOf(control).backgroundColor;

/**
 * The contrast between a control's border and its background, or 0 if the browser draws the
 * control.
 */
function borderContrast(control: Locator): number {
  const isClear = (colour: string) => colour === 'rgba(0, 0, 0, 0)' || colour === 'transparent';
  let place: Element | null = control.element();
  while (place && isClear(getComputedStyle(place).backgroundColor)) place = place.parentElement;
  const { borderTopColor, appearance } = styleOf(control);
  if (appearance !== 'none' || !place) return 0;
  return contrast(borderTopColor, getComputedStyle(place).backgroundColor);
}

const openAt = async (path: string): Promise<void> => {
  leavePage();
  openSite(path);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
};

test('in the dark, an empty checkbox and an empty radio button stand out from the background', async () => {
  await emulate({ 'prefers-color-scheme': 'dark' });
  server.publicRows.careers = [aPosting()];
  await openAt('/booking');
  await expect.element(page.getByRole('checkbox')).toBeEnabled();
  expect(borderContrast(page.getByRole('checkbox'))).toBeGreaterThanOrEqual(3);

  await openAt('/careers');
  await expect.element(page.getByRole('radio')).toBeEnabled();
  expect(borderContrast(page.getByRole('radio'))).toBeGreaterThanOrEqual(3);
});

test('in the system’s own colours, the page that is shown, the open tab and the chosen filter stand out', async () => {
  await emulate({ 'forced-colors': 'active' });
  await openAt('/services');
  const link = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
  const tab = (name: string) => page.getByRole('tab', { name });
  expect(backgroundOf(link('Services'))).not.toBe(backgroundOf(link('About')));
  expect(backgroundOf(tab('Residential'))).not.toBe(backgroundOf(tab('Commercial')));

  await openAt('/gallery');
  const filter = (name: string) => page.getByRole('button', { name, exact: true });
  expect(backgroundOf(filter('All'))).not.toBe(backgroundOf(filter('Commercial')));
});

test('in the system’s own colours, cards, buttons and the link to the chat have an edge, on every page that is only read', async () => {
  await emulate({ 'forced-colors': 'active' });
  const hasEdge = (place: Locator) => expect(styleOf(place).borderTopWidth).not.toBe('0px');
  const main = page.getByRole('main');
  const chat = page.getByRole('link', { name: 'Chat on WhatsApp' });
  await openAt('/about');
  hasEdge(chat);
  hasEdge(main.getByRole('link', { name: 'Book a Service' }));

  await openAt('/services');
  hasEdge(page.getByRole('tabpanel').getByRole('article').first());

  await openAt('/privacy');
  hasEdge(chat);
  expect(styleOf(main.getByRole('link', { name: 'My requests' })).textDecorationLine).toBe(
    'underline',
  );

  await openAt('/nowhere');
  hasEdge(chat);
  const home = page.getByRole('link', { name: 'Back to Home' });
  const report = page.getByRole('link', { name: 'Report rogue dust bunny' });
  hasEdge(home);
  hasEdge(report);
  expect(backgroundOf(home)).not.toBe(backgroundOf(report));
});

test('on paper, the colours are the light ones, and nothing floats over the text', async () => {
  await emulate({ 'prefers-color-scheme': 'dark' }, 'print');
  openSite('/booking');
  const headline = page.getByRole('heading', { level: 1 });
  await expect.element(headline).toBeVisible();
  expect(getComputedStyle(document.body).backgroundColor).toBe('rgb(251, 250, 247)');
  expect(styleOf(headline).color).toBe('rgb(29, 49, 56)');
  expect(page.getByRole('link', { name: 'Chat on WhatsApp' }).query()).toBeNull();
  expect(styleOf(page.getByRole('banner')).position).toBe('static');
});
