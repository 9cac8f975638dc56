import type { Page } from '@playwright/test';
import { COMPANY } from '../../src/site/content/company.ts';
import { expect, pageTest as test } from '../support/test.ts';
import { touchScreen } from '../support/touch.ts';

const footer = (page: Page) => page.getByRole('contentinfo');
/**
 * Focuses each control where the floating link would cover it, and returns those that it covers.
 * Runs in the page.
 */
function focusEachUnderTheChat(controls: Element[]): string[] {
  const link = document.querySelector('aside[aria-label="Chat"] a');
  const place = link?.getBoundingClientRect();
  if (!link || !place) return ['no chat'];
  document.body.style.paddingBottom = '100vh';
  const style = document.head.appendChild(document.createElement('style'));
  style.textContent = '* { transition: none !important }';
  const isOver = (a: DOMRect, b: DOMRect) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const covered: string[] = [];
  for (const control of controls) {
    const { bottom } = control.getBoundingClientRect();
    scrollTo({ top: scrollY + bottom - place.bottom, behavior: 'instant' });
    (control as HTMLElement).focus({ preventScroll: true, focusVisible: true } as FocusOptions);
    if (document.activeElement !== control) continue;
    if (isOver(control.getBoundingClientRect(), link.getBoundingClientRect()))
      covered.push(control.outerHTML.slice(0, 80));
  }
  return covered;
}

const chat = (page: Page) => page.getByRole('link', { name: 'Chat on WhatsApp' });

/** Expects the chat link in its corner, or moved aside if it would cover a form. */
const expectRestingUnlessOverForm = (page: Page) =>
  expect
    .poll(() =>
      chat(page).evaluate((link) => {
        const { left, right, top, bottom, width } = link.getBoundingClientRect();
        const { clientWidth } = document.documentElement;
        const isOver = [...document.querySelectorAll('main form')]
          .map((form) => form.getBoundingClientRect())
          .some(
            (form) =>
              form.right > clientWidth - 16 - width && form.bottom > top && form.top < bottom,
          );
        return bottom <= innerHeight && (isOver ? left >= clientWidth : right <= clientWidth);
      }),
    )
    .toBe(true);

test('on a touch screen every link of the footer and the way to call are 44 pixels high', async ({
  device,
}) => {
  const page = await device.open('/contact');
  await touchScreen(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(footer(page).getByRole('link', { name: 'My requests' })).toBeVisible();

  const low = await page
    .locator('footer a, main li a')
    .evaluateAll((links) =>
      links
        .filter((link) => link.getBoundingClientRect().height < 44)
        .map((link) => link.textContent),
    );
  expect(low).toEqual([]);
});

test('the copyright line holds the year in which the page is read', async ({ device }) => {
  const page = await device.context.newPage();
  await page.clock.setFixedTime(new Date('2031-06-01T12:00:00Z'));
  await page.goto('/');

  await expect(footer(page).getByText(`© 2031 ${COMPANY.name}`)).toBeVisible();
});

test('the link to a chat floats on every page and at every width, with its words where there is room, and makes way for a form', async ({
  device,
}) => {
  const page = await device.open('/');
  for (const path of ['/', '/booking', '/contact', '/careers', '/administration']) {
    await page.goto(path);
    for (const [width, words] of [
      [320, false],
      [390, false],
      [768, false],
      [1280, false],
      [1920, true],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await expectRestingUnlessOverForm(page);
      await page.evaluate(() =>
        scrollTo({ top: document.body.scrollHeight / 2, behavior: 'instant' }),
      );
      await expectRestingUnlessOverForm(page);
      const { width: shown = 0 } = (await chat(page).boundingBox()) ?? {};
      expect(shown > 100, `words at ${width}`).toBe(words);
    }
  }
});

test('the link to a chat covers nothing that has the focus', async ({ device }) => {
  const page = await device.open('/');
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    for (const path of ['/booking', '/contact', '/careers', '/']) {
      await page.goto(path);
      const controls = page
        .locator('main')
        .locator('input:enabled, select:enabled, textarea:enabled, button:enabled, a[href]');
      await expect(page.locator('main form [type=submit]:disabled')).toHaveCount(0);
      const covered = await controls.evaluateAll(focusEachUnderTheChat);
      expect(covered, `${path} at ${width}`).toEqual([]);
    }
  }
});

test('an address of the portal has no link to a chat', async ({ device }) => {
  const page = await device.open('/');
  await expect(chat(page)).toBeVisible();
  for (const path of ['/admin', '/admin/login', '/admin/bookings']) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expect(chat(page)).toHaveCount(0);
  }
});
