import { SITE_PAGES } from '../../src/app/paths.ts';
import { COMPANY } from '../../src/site/content/company.ts';
import { expect, pageTest as test } from '../support/test.ts';

const HEADINGS = {
  '/': 'Professional Cleaning Excellence Delivered',
  '/about': 'About Us',
  '/services': 'Our Services',
  '/booking': 'Book a Service',
  '/gallery': 'Our Work',
  '/testimonials': 'What Our Clients Say',
  '/careers': 'Join Our Team',
  '/contact': 'Get In Touch',
};

test('each address shows its own page', async ({ device }) => {
  const page = await device.open('/');
  for (const [path, heading] of Object.entries(HEADINGS)) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
});

test('each page has a title and a description of its own; the home page’s name the place and are the company’s', async ({
  device,
}) => {
  const page = await device.open('/');
  await expect(page).toHaveTitle(`Home and office cleaning in ${COMPANY.region} | ${COMPANY.name}`);
  await expect(page.locator('meta[name="description"]')).toHaveAttribute(
    'content',
    COMPANY.description,
  );

  const [titles, descriptions] = [new Set<string>(), new Set<string>()];
  for (const { path } of SITE_PAGES) {
    await page.goto(path);
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /\w/);
    titles.add(await page.title());
    descriptions.add(
      (await page.locator('meta[name="description"]').getAttribute('content')) ?? '',
    );
  }
  expect([titles.size, descriptions.size]).toEqual([SITE_PAGES.length, SITE_PAGES.length]);
});

test('the home page offers professional, reliable, eco-friendly cleaning', async ({ device }) => {
  const page = await device.open('/');

  await expect(
    page.getByRole('main').getByText('Professional, reliable, eco-friendly cleaning'),
  ).toBeVisible();
});

test('the services are written in the page itself, and wait for no data', async ({ backend }) => {
  const html = await (await fetch(`${backend.url}/services`)).text();

  for (const service of ['Regular House Cleaning', 'Facility Maintenance', 'Eco-Friendly Cleaning'])
    expect(html).toContain(service);
});

test('the gallery and the testimonials end with the way to a booking', async ({ device }) => {
  const page = await device.open('/gallery');
  for (const path of ['/gallery', '/testimonials']) {
    await page.goto(path);
    const next = page.getByRole('main').getByRole('link', { name: 'Book a Service' });
    await expect(next).toHaveAttribute('href', '/booking');
    const isLast = await next.evaluate(
      (link) => link === [...document.querySelectorAll('main a, main button')].at(-1),
    );
    expect(isLast, `the end of ${path}`).toBe(true);
  }
});
