import type { Page } from '@playwright/test';
import { SITE_PAGES } from '../../src/app/paths.ts';
import { COMPANY } from '../../src/site/content/company.ts';
import { expect, pageTest as test } from '../support/test.ts';

const GREETING = "Hello! I'd like to learn more about your cleaning services.";
const footer = (page: Page) => page.getByRole('contentinfo');
const chat = (page: Page) => page.getByRole('link', { name: 'Chat on WhatsApp' });

test('the footer leads on, lists the services, and says who and where the company is', async ({ device }) => {
  const page = await device.open('/');

  for (const [name, path] of [['About', '/about'], ['Services', '/services'], ['Gallery', '/gallery'], ['Careers', '/careers']] as const) {
    await expect(footer(page).getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
  }
  await expect(footer(page).getByRole('heading', { name: 'Quick Links' })).toBeVisible();
  const items = footer(page).getByRole('listitem');
  for (const service of ['Residential Cleaning', 'Commercial Cleaning', 'Deep Cleaning', 'Move In/Out Cleaning']) {
    await expect(items.filter({ hasText: service })).toHaveCount(1);
  }
  await expect(footer(page).getByText(`A division of ${COMPANY.group}`)).toBeVisible();
  await expect(footer(page).getByRole('link', { name: COMPANY.phone })).toHaveAttribute('href', COMPANY.phoneLink);
  await expect(footer(page).getByRole('link', { name: COMPANY.email })).toHaveAttribute('href', `mailto:${COMPANY.email}`);
  await expect(items.filter({ hasText: 'Paisley, Glasgow, Scotland UK' })).toBeVisible();
});

test('the footer names the four profiles, which do not exist yet and lead nowhere', async ({ device }) => {
  const page = await device.open('/');

  for (const name of ['Facebook', 'Instagram', 'TikTok', 'X']) {
    await expect(footer(page).getByRole('img', { name: `${name} (no profile yet)`, exact: true })).toBeVisible();
  }
  await expect(footer(page).locator('a[href="#"]')).toHaveCount(0);
});

test('the copyright line holds the year in which the page is read', async ({ device }) => {
  const page = await device.context.newPage();
  await page.clock.setFixedTime(new Date('2031-06-01T12:00:00Z'));
  await page.goto('/');

  await expect(footer(page).getByText(`© 2031 ${COMPANY.name}`)).toBeVisible();
});

test('every page has the link to a chat, with a greeting already written', async ({ device }) => {
  const page = await device.open('/');
  for (const path of [...SITE_PAGES.map(({ path }) => path), '/no-such-page']) {
    await page.goto(path);
    await expect(chat(page)).toBeVisible();
    const target = new URL((await chat(page).getAttribute('href')) ?? '');
    expect([target.hostname, target.searchParams.get('text')]).toEqual(['wa.me', GREETING]);
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
