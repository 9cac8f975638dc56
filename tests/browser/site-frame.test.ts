import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { loadOutbox } from '../../src/runtime/load-outbox.ts';
import figtree from '../../src/ui/fonts/figtree-latin.woff2?url';
import { db } from '../../src/runtime/database.ts';
import { COMPANY } from '../../src/site/content/company.ts';
import { anEntry } from '../support/entries.ts';
import { aBooking } from './support/booking.ts';
import { emulate } from './support/device.ts';
import { boxOf, expectCount, expectTexts, focus, linesOf, styleOf } from './support/look.ts';
import { leavePage } from './support/open.tsx';
import { openSite } from './support/site.tsx';

afterEach(() => vi.useRealTimers());

const bar = page.getByRole('banner');
const main = page.getByRole('main');
const footer = page.getByRole('contentinfo');
const headline = page.getByRole('heading', { level: 1 });
const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
const toggle = bar.getByRole('button', { name: 'Menu' });
const chat = page.getByRole('link', { name: 'Chat on WhatsApp' });

const openAt = async (path: string): Promise<void> => {
  leavePage();
  openSite(path);
  await expect.element(headline).toBeVisible();
};
const scrollTo = (locator: Locator) =>
  locator.element().scrollIntoView({ behavior: 'instant', block: 'center' });

test('the bar leads to the seven pages in their order, to a booking, and by the logo home', async () => {
  await openAt('/about');
  await expectTexts(links, [
    'Home',
    'About',
    'Services',
    'Gallery',
    'Testimonials',
    'Careers',
    'Contact',
  ]);
  expect(links.elements().map((link) => link.getAttribute('href'))).toEqual([
    '/',
    '/about',
    '/services',
    '/gallery',
    '/testimonials',
    '/careers',
    '/contact',
  ]);
  await expect
    .element(bar.getByRole('link', { name: 'Book Now' }))
    .toHaveAttribute('href', '/booking');
  await expect.element(bar.getByRole('link', { name: COMPANY.name })).toHaveAttribute('href', '/');
});

test('the link to the page that is shown is highlighted, and no other', async () => {
  await openAt('/gallery');
  const current = links.elements().filter((link) => link.getAttribute('aria-current') === 'page');
  expect(current.map((link) => link.textContent)).toEqual(['Gallery']);
  expect(styleOf(links.filter({ hasText: 'Gallery' })).backgroundColor).not.toBe(
    'rgba(0, 0, 0, 0)',
  );
  expect(styleOf(links.filter({ hasText: 'About' })).backgroundColor).toBe('rgba(0, 0, 0, 0)');
});

test('the bar stays on top at the end of a page', async () => {
  await openAt('/about');
  scrollTo(footer.getByRole('link', { name: 'Privacy' }));
  expect(scrollY).toBeGreaterThan(0);
  await expect.element(bar).toBeInViewport();
});

test('on a small screen the links are behind a toggle, and choosing one closes them', async () => {
  await page.viewport(390, 844);
  await openAt('/about');
  await expectCount(links, 0);
  await expect.element(bar.getByRole('link', { name: 'Book Now' })).toBeVisible();

  await toggle.click();
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true');
  await expectCount(links, 8);
  await toggle.click();
  await expectCount(links, 0);

  await toggle.click();
  await links.filter({ hasText: 'Gallery' }).click();
  await expect.element(headline).toHaveTextContent(/^Our Work$/);
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false');
  await expectCount(links, 0);
});

for (const [width, height] of [
  [740, 360],
  [320, 256],
] as const) {
  test(`on a screen of ${width} by ${height} pixels, every link behind the toggle can be scrolled to`, async () => {
    await page.viewport(width, height);
    await openAt('/about');
    await toggle.click();
    await expect.element(links.last()).toHaveTextContent('Contact');
    for (const link of links.elements()) {
      link.scrollIntoView({ behavior: 'instant', block: 'nearest' });
      await expect.element(link).toBeInViewport({ ratio: 0.95 });
    }
    await expect.element(toggle).toBeInViewport({ ratio: 0.95 });
  });
}

test('Tab leads from the toggle into the links, and past the end of the bar closes them', async () => {
  await page.viewport(640, 400);
  await openAt('/about');
  focus(toggle);
  await userEvent.keyboard('{Enter}');
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect.element(toggle).toHaveFocus();

  for (const link of links.elements()) {
    await userEvent.tab();
    await expect.element(link).toHaveFocus();
    await expect.element(link).toBeInViewport({ ratio: 0.95 });
  }
  for (const name of [`Call ${COMPANY.phone}`, 'Book Now']) {
    await userEvent.tab();
    await expect.element(bar.getByRole('link', { name })).toHaveFocus();
  }
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true');
  await userEvent.tab();
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false');
  const focused = document.activeElement as HTMLElement;
  expect(main.element().contains(focused)).toBe(true);
  await expect.element(focused).toBeInViewport();
});

test('the phone number is in the bar where there is room, and first in a phone’s menu', async () => {
  await openAt('/about');
  const call = bar.getByRole('link', { name: `Call ${COMPANY.phone}` });
  for (const width of [640, 1024, 1280, 1920]) {
    await page.viewport(width, 800);
    await expect.element(call).toHaveAttribute('href', COMPANY.phoneLink);
    const sign = boxOf(call);
    expect(Math.min(sign.width, sign.height), `the target at ${width}`).toBeGreaterThanOrEqual(44);
    expect(boxOf(call.getByText(COMPANY.phone)).width, `the number at ${width}`).toBeGreaterThan(
      80,
    );
    expect(
      boxOf(bar.getByRole('link', { name: 'Book Now' })).right,
      `the end of the bar at ${width}`,
    ).toBeLessThanOrEqual(width - 16);
  }

  await page.viewport(390, 844);
  await expectCount(call, 0);
  await toggle.click();
  await expect.element(links.first()).toHaveAccessibleName(`Call ${COMPANY.phone}`);
  await expect.element(links.first()).toHaveAttribute('href', COMPANY.phoneLink);
});

const requests = links.filter({ hasText: 'My requests' });
const storeRequest = () =>
  db.entries.put(
    anEntry(aBooking(), { state: { name: 'attention', reason: 'refused', message: '' } }),
  );

test('the menu leads to My requests while there is one, on a phone and in the bar', async () => {
  await loadOutbox();
  await openAt('/about');
  await expectCount(links, 7);
  await storeRequest();

  await expect.element(requests).toBeVisible();
  await page.viewport(390, 844);
  await toggle.click();
  await expect.element(requests).toHaveTextContent('1 needs attention');
  await requests.click();

  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false');
  expect(location.pathname).toBe('/requests');
});

/** Sets the font of the page until the test ends. */
async function writeIn(family: string): Promise<void> {
  // A font of the style sheet that comes late is used from the next page on.
  const face = await new FontFace('Figtree now', `url(${figtree})`, { weight: '300 900' }).load();
  document.fonts.add(face);
  document.documentElement.style.fontFamily = family;
  onTestFinished(() => {
    document.fonts.delete(face);
    document.documentElement.style.fontFamily = '';
  });
}

const SYSTEM_FONT = 'system-ui, sans-serif';

/** The links of the bar, from left to right. */
const barLinks = () =>
  bar
    .getByRole('link')
    .elements()
    .map((link) => {
      const { top, bottom, left, right } = link.getBoundingClientRect();
      return { name: link.textContent, middle: Math.round((top + bottom) / 2), left, right };
    })
    .sort((one, other) => one.left - other.left);

async function expectOneRow(count: number): Promise<void> {
  for (const width of [1024, 1280, 1440, 1536, 1920]) {
    await page.viewport(width, 600);
    await expect.poll(barLinks, { message: `at ${width}` }).toHaveLength(count);
    const shown = barLinks();
    expect(new Set(shown.map(({ middle }) => middle)).size, `rows at ${width}`).toBe(1);
    for (const [place, { name, right }] of shown.entries())
      expect(right, `the end of ${name} at ${width}`).toBeLessThanOrEqual(
        shown[place + 1]?.left ?? width - 16,
      );
  }
}

for (const [name, family] of [
  ['the site’s font', '"Figtree now"'],
  ['a wide system font', SYSTEM_FONT],
] as const)
  test(`the bar is one row on every desktop in ${name}, for a customer with a request too`, async () => {
    await writeIn(family);
    await loadOutbox();
    await openAt('/about');
    await expectOneRow(10);

    await storeRequest();
    await expect.element(requests).toBeVisible();
    await expectOneRow(11);
  });

test('where the phone number has no room, its icon is still the link to call it', async () => {
  await writeIn(SYSTEM_FONT);
  await page.viewport(1024, 600);
  await openAt('/about');

  const call = bar.getByRole('link', { name: `Call ${COMPANY.phone}` });
  await expect.element(call.getByText(COMPANY.phone)).not.toBeInViewport();
  const { width, height } = boxOf(call);
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await expect.element(call).toHaveAttribute('href', COMPANY.phoneLink);
});

test('the copyright line holds the year in which the page is read', async () => {
  vi.setSystemTime(new Date('2031-06-01T12:00:00Z'));
  await openAt('/');
  await expect.element(footer.getByText(`© 2031 ${COMPANY.name}`)).toBeVisible();
});

/** Expects the chat link in its corner, or moved aside if it would cover a form. */
const expectRestingUnlessOverForm = () =>
  expect
    .poll(() => {
      const { left, right, top, bottom, width } = boxOf(chat);
      const { clientWidth } = document.documentElement;
      const isOver = [...document.querySelectorAll('main form')]
        .map((form) => form.getBoundingClientRect())
        .some(
          (form) => form.right > clientWidth - 16 - width && form.bottom > top && form.top < bottom,
        );
      return bottom <= innerHeight && (isOver ? left >= clientWidth : right <= clientWidth);
    })
    .toBe(true);

test('the link to a chat floats on every page and at every width, with its words where there is room, and makes way for a form', async () => {
  for (const path of ['/', '/booking', '/contact', '/careers', '/administration']) {
    await openAt(path);
    for (const [width, words] of [
      [320, false],
      [390, false],
      [768, false],
      [1280, false],
      [1920, true],
    ] as const) {
      await page.viewport(width, 800);
      await expectRestingUnlessOverForm();
      window.scrollTo({ top: document.body.scrollHeight / 2, behavior: 'instant' });
      await expectRestingUnlessOverForm();
      expect(boxOf(chat).width > 100, `words at ${width}`).toBe(words);
    }
  }
});

/** Focuses each control where the chat's link would cover it, and returns those that it covers. */
function focusEachUnderTheChat(): string[] {
  const link = chat.element();
  const place = link.getBoundingClientRect();
  document.body.style.paddingBottom = '100vh';
  const style = document.head.appendChild(document.createElement('style'));
  style.textContent = '* { transition: none !important }';
  const isOver = (a: DOMRect, b: DOMRect) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const covered: string[] = [];
  for (const control of document.querySelectorAll<HTMLElement>(
    'main :is(input, select, textarea, button):enabled, main a[href]',
  )) {
    const { bottom } = control.getBoundingClientRect();
    window.scrollTo({ top: scrollY + bottom - place.bottom, behavior: 'instant' });
    control.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
    if (document.activeElement !== control) continue;
    if (isOver(control.getBoundingClientRect(), link.getBoundingClientRect()))
      covered.push(control.outerHTML.slice(0, 80));
  }
  style.remove();
  document.body.style.paddingBottom = '';
  return covered;
}

test('the link to a chat covers nothing that has the focus', async () => {
  for (const width of [320, 390, 1280]) {
    await page.viewport(width, 700);
    for (const path of ['/booking', '/contact', '/careers', '/']) {
      await openAt(path);
      await expect
        .poll(() => document.querySelector('main form [type=submit]:disabled'))
        .toBeNull();
      expect(focusEachUnderTheChat(), `${path} at ${width}`).toEqual([]);
    }
  }
});

test('an address without a page says so, leads home and to the office, and is logged', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await openAt('/no-such-page');
  await expect.element(headline).toHaveTextContent(/^Page Swept Away$/);
  await expect
    .element(page.getByRole('link', { name: 'Back to Home' }))
    .toHaveAttribute('href', '/');
  await expect
    .element(page.getByRole('link', { name: 'Report rogue dust bunny' }))
    .toHaveAttribute('href', '/contact');
  expect(String(logged.mock.calls)).toContain('/no-such-page');
});

test('going to another page moves the focus to its heading', async () => {
  await openAt('/');
  await main.getByRole('link', { name: 'Book a Service' }).click();
  await expect.element(headline).toHaveTextContent(/^Book a Service$/);
  await expect.element(headline).toHaveFocus();
});

async function expectTopAfterFooterLink(behavior: ScrollBehavior): Promise<void> {
  await openAt('/about');
  const scrolled = vi.spyOn(window, 'scrollTo');
  const link = footer.getByRole('link', { name: 'Services' });
  scrollTo(link);
  expect(scrollY).toBeGreaterThan(0);
  await link.click();

  await expect.element(headline).toHaveTextContent(/^Our Services$/);
  await expect.poll(() => scrollY).toBe(0);
  expect(scrolled).toHaveBeenLastCalledWith(expect.objectContaining({ behavior }));
}

test('a new page is scrolled smoothly to its top', async () => {
  await expectTopAfterFooterLink('smooth');
});

test('where less motion is preferred, a new page is at its top at once', async () => {
  await emulate({ 'prefers-reduced-motion': 'reduce' });
  await expectTopAfterFooterLink('instant');
});

test('going back returns to the old place of the page', async () => {
  await openAt('/about');
  const link = main.getByRole('link', { name: 'Book a Service' });
  scrollTo(link);
  const before = scrollY;
  expect(before).toBeGreaterThan(0);
  await link.click();
  await expect.element(headline).toHaveTextContent(/^Book a Service$/);
  await expect.poll(() => scrollY).toBe(0);

  history.back();

  await expect.element(headline).toHaveTextContent(/^About Us$/);
  await expect.poll(() => scrollY).toBe(before);
});

test('each figure is on one line on a screen 320 pixels wide', async () => {
  await page.viewport(320, 640);
  await openAt('/about');
  const figures = page.getByRole('region', { name: 'In figures' }).getByRole('definition');
  for (const figure of figures.elements()) expect(linesOf(figure)).toBe(1);
});

test('the privacy page is in the footer, and lists stored and sent data', async () => {
  await openAt('/');
  await footer.getByRole('link', { name: 'Privacy' }).click();

  await expect.element(headline).toHaveTextContent(/^Privacy$/);
  expect(document.title).toBe(`Privacy | ${COMPANY.name}`);
  for (const name of ['What stays on your device', 'What is sent to us'])
    await expect.element(main.getByRole('heading', { name })).toBeVisible();
  await expect
    .element(main.getByRole('link', { name: 'My requests' }))
    .toHaveAttribute('href', '/requests');
  const answer = page.getByText('That you said no to installing the site as an app');
  await expect.element(answer).not.toBeVisible();
  await page.getByText('The whole list').click();
  await expect.element(answer).toBeVisible();
});

test('Back closes the menu of a small screen, and then leaves the page', async () => {
  await page.viewport(390, 844);
  await openAt('/about');
  await main.getByRole('link', { name: 'Book a Service' }).click();
  await expect.element(headline).toHaveTextContent(/^Book a Service$/);
  await toggle.click();
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true');

  history.back();
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect.element(toggle).toHaveFocus();
  await expect.element(headline).toHaveTextContent(/^Book a Service$/);

  history.back();
  await expect.element(headline).toHaveTextContent(/^About Us$/);
});
