import { expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { COMPANY } from '../../src/site/content/company.ts';
import { emulate } from './support/device.ts';
import {
  boxOf,
  expectCount,
  expectTexts,
  focus,
  linesOf,
  styleOf,
  textsOf,
} from './support/look.ts';
import { aPicture, aTestimonial, holdBack } from './support/rows.ts';
import { server } from './support/server.ts';
import { openSite } from './support/site.tsx';

const main = page.getByRole('main');
const work = page.getByRole('region', { name: 'Our work' });
const row = page.getByRole('group', { name: 'What our clients say' });
const below = page.getByRole('heading', { name: 'What our clients say' });
const people = (count: number) =>
  Array.from({ length: count }, (_, i) => aTestimonial({ name: `Client ${i + 1}` }));
const PICTURES = ['A made bed', 'A long table', 'Folded towels', 'A clean tap'].map((alt) =>
  aPicture('Residential', alt),
);

const animation = () => row.element().querySelector('ul')?.getAnimations()[0];

async function expectMoving(): Promise<void> {
  const before = Number(animation()?.currentTime);
  await expect.poll(() => Number(animation()?.currentTime)).toBeGreaterThan(before);
}

const expectResting = () => expect.poll(() => animation()?.playState).toBe('paused');

const childrenOf = (locator: Locator) => [...locator.element().children] as HTMLElement[];

test('the headline takes three lines, on a phone and on a wide screen', async () => {
  openSite('/');
  const headline = page.getByRole('heading', { level: 1 });
  await expect.element(headline).toBeVisible();
  await document.fonts.ready;
  for (const width of [390, 1440]) {
    await page.viewport(width, 900);
    expect(linesOf(headline.element()), `at ${width} pixels`).toBe(3);
  }
});

test('a row of two testimonials is repeated to six and doubled, and read out once', async () => {
  server.publicRows.testimonials = people(2);
  openSite('/');
  await expectCount(row.getByRole('figure'), 2);
  expect(row.element().querySelectorAll('li')).toHaveLength(12);
});

test('the home page shows the six newest testimonials', async () => {
  server.publicRows.testimonials = people(7);
  openSite('/');
  await expectTexts(
    row.getByRole('figure'),
    people(6).map(({ name }) => expect.stringContaining(name)),
  );
});

test('the cards of the row are 260, 300 and 360 pixels wide as the screen grows', async () => {
  server.publicRows.testimonials = people(6);
  openSite('/');
  await expectCount(row.getByRole('figure'), 6);
  for (const [screen, width] of [
    [390, 260],
    [800, 300],
    [1280, 360],
  ] as const) {
    await page.viewport(screen, 800);
    await expect.poll(() => Math.round(boxOf(row.getByRole('figure').first()).width)).toBe(width);
  }
});

test('the row rests while it is pointed at, while it has the focus, and by its button', async () => {
  server.publicRows.testimonials = people(6);
  openSite('/');
  await expectCount(row.getByRole('figure'), 6);
  row.element().scrollIntoView({ behavior: 'instant', block: 'center' });

  await below.hover();
  await expectMoving();
  await row.hover();
  await expectResting();

  await below.hover();
  await expectMoving();
  focus(row);
  await expectResting();

  await page.getByRole('button', { name: 'Pause' }).click();
  await below.hover();
  await expectResting();
  await page.getByRole('button', { name: 'Play' }).click();
  await below.hover();
  await expectMoving();
});

test('with reduced motion, the row does not move and is scrolled by hand', async () => {
  await emulate({ 'prefers-reduced-motion': 'reduce' });
  server.publicRows.testimonials = people(6);
  openSite('/');

  await expectCount(row.getByRole('figure'), 6);
  const shown = [...row.element().querySelectorAll('li')].filter((item) => item.checkVisibility());
  expect(shown).toHaveLength(6);
  expect(animation()).toBeUndefined();
  expect(styleOf(row).overflowX).toBe('auto');
  await expectCount(page.getByRole('button', { name: 'Pause' }), 0);
});

test('three placeholders show while the testimonials load', async () => {
  await page.viewport(390, 844);
  const release = holdBack('testimonials', people(1));
  openSite('/');
  const loading = page.getByRole('status', { name: 'Loading testimonials' });
  await expect.poll(() => childrenOf(loading).length).toBe(3);
  loading.element().scrollIntoView({ behavior: 'instant', block: 'center' });
  for (const placeholder of childrenOf(loading))
    await expect.element(placeholder).toBeInViewport({ ratio: 1 });
  release();
  await expectCount(loading, 0);
});

test('without testimonials the home page says so', async () => {
  openSite('/');
  await expect
    .element(page.getByText('No testimonials available yet.', { exact: true }))
    .toBeVisible();
});

test('the home page shows the three newest pictures, each a way to the gallery', async () => {
  server.publicRows.gallery_images = PICTURES;
  openSite('/');
  for (const alt of ['A made bed', 'A long table', 'Folded towels'])
    await expect.element(work.getByRole('link', { name: alt })).toHaveAttribute('href', '/gallery');
  await expectCount(work.getByRole('listitem'), 3);
  await expect
    .element(work.getByRole('link', { name: 'See All Pictures' }))
    .toHaveAttribute('href', '/gallery');
});

test('late pictures do not move the home page', async () => {
  const release = holdBack('gallery_images', PICTURES.slice(0, 3));
  openSite('/');
  const loading = work.getByRole('status', { name: 'Loading pictures' });
  await expect.poll(() => childrenOf(loading).length).toBe(3);
  await expect.element(page.getByText('No testimonials available yet.')).toBeVisible();
  const place = () => boxOf(below).top + scrollY;
  const before = place();

  release();
  await expectCount(work.getByRole('listitem'), 3);
  expect(place()).toBe(before);
});

test('without pictures the home page has no part for them', async () => {
  openSite('/');
  await expectTexts(main.getByRole('heading', { level: 2 }), [
    'What we clean',
    'How it works',
    'Our guarantee',
    'What our clients say',
    'Ready for a cleaner space?',
  ]);
});

test('the home page proves its claims under the hero, and says how it works in its steps', async () => {
  openSite('/');
  const { reviews } = COMPANY;
  await expect
    .element(
      main.getByRole('link', {
        name: `${reviews?.rating} from ${reviews?.count} reviews on ${reviews?.name}`,
      }),
    )
    .toHaveAttribute('href', expect.stringMatching(/^https:/));
  const claims = main.getByRole('region', { name: 'Why you can trust us' });
  for (const fact of [COMPANY.vetting, COMPANY.hours.phone, COMPANY.hours.visits])
    await expectCount(claims.getByRole('listitem').filter({ hasText: fact }), 1);
  await expect
    .element(main.getByRole('region', { name: 'Our guarantee' }))
    .toHaveTextContent(COMPANY.guarantee);
  for (const fact of [COMPANY.insurance, COMPANY.visits.team])
    await expectCount(main.getByRole('listitem').filter({ hasText: fact }), 1);
  const shown = main
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /^(We|You) / }) });
  expect(textsOf(shown)).toEqual(
    Object.values(COMPANY.steps).map(({ title, text }) =>
      expect.stringMatching(new RegExp(`${title}.*${text}`)),
    ),
  );
});

test('the home page speaks of the cleaning: where, by whom and at what price', async () => {
  openSite('/');
  const headline = page.getByRole('heading', { level: 1 });
  await expect.element(headline).toBeVisible();
  const hero = headline.element().parentElement?.textContent;
  for (const fact of [
    'in Paisley, Glasgow and the surrounding area',
    COMPANY.visits.team,
    COMPANY.visits.price,
  ])
    expect(hero).toContain(fact);
  expect(hero).not.toContain('connection');
});
