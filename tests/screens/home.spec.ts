import type { Page } from '@playwright/test';
import { COMPANY } from '../../src/site/content/company.ts';
import { setGallery, setTestimonials } from '../support/content.ts';
import { answerWith, pauseAnswer } from '../support/faults.ts';
import { linesOf } from '../support/lines.ts';
import { expectNoToast } from '../support/late-chunk.ts';
import { expect, pageTest as test } from '../support/test.ts';

const TESTIMONIALS = 'GET /rest/v1/testimonials*';
const PICTURES = 'GET /rest/v1/gallery_images*';
const work = (page: Page) => page.getByRole('region', { name: 'Our work' });
const people = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ name: `Client ${i + 1}` }));
const row = (page: Page) => page.getByRole('group', { name: 'What our clients say' });

/** The progress of the row's animation, in milliseconds. */
const progress = (page: Page) =>
  row(page).evaluate((group) => Number(group.querySelector('ul')?.getAnimations()[0]?.currentTime));

async function expectMoving(page: Page): Promise<void> {
  const before = await progress(page);
  await expect.poll(() => progress(page)).toBeGreaterThan(before);
}

async function expectResting(page: Page): Promise<void> {
  await expect
    .poll(() =>
      row(page).evaluate((group) => group.querySelector('ul')?.getAnimations()[0]?.playState),
    )
    .toBe('paused');
}

test('the headline takes three lines, on a phone and on a wide screen', async ({ device }) => {
  const page = await device.open('/');
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await linesOf(page.getByRole('heading', { level: 1 })), `at ${width} pixels`).toBe(3);
  }
});

test('a row of two testimonials is repeated to six and doubled, and read out once', async ({
  device,
  backend,
}) => {
  await setTestimonials(backend, people(2));
  const page = await device.open('/');

  await expect(row(page).getByRole('figure')).toHaveCount(2);
  await expect(row(page).locator('li')).toHaveCount(12);
});

test('the home page shows the six newest testimonials', async ({ device, backend }) => {
  await setTestimonials(backend, people(7));
  const page = await device.open('/');

  await expect(row(page).getByRole('figure')).toHaveText(
    people(6).map(({ name }) => new RegExp(name)),
  );
});

test(
  'the cards of the row are 260, 300 and 360 pixels wide as the screen grows',
  { tag: '@nightly' },
  async ({ device, backend }) => {
    await setTestimonials(backend, people(6));
    const page = await device.open('/');

    for (const [screen, width] of [
      [390, 260],
      [800, 300],
      [1280, 360],
    ] as const) {
      await page.setViewportSize({ width: screen, height: 800 });
      await expect
        .poll(async () =>
          Math.round((await row(page).getByRole('figure').first().boundingBox())?.width ?? 0),
        )
        .toBe(width);
    }
  },
);

test('the row rests while it is pointed at, while it has the focus, and by its button', async ({
  device,
  backend,
}) => {
  await setTestimonials(backend, people(6));
  const page = await device.open('/');
  await row(page).scrollIntoViewIfNeeded();
  const heading = page.getByRole('heading', { name: 'What our clients say' });

  await heading.hover();
  await expectMoving(page);
  await row(page).hover();
  await expectResting(page);

  await heading.hover();
  await expectMoving(page);
  await row(page).focus();
  await expectResting(page);

  await page.getByRole('button', { name: 'Pause' }).click();
  await heading.hover();
  await expectResting(page);
  await page.getByRole('button', { name: 'Play' }).click();
  await heading.hover();
  await expectMoving(page);
});

test('with reduced motion, the row does not move and is scrolled by hand', async ({
  device,
  backend,
}) => {
  await setTestimonials(backend, people(6));
  const page = await device.context.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');

  await expect(row(page).getByRole('figure')).toHaveCount(6);
  await expect(row(page).locator('li').filter({ visible: true })).toHaveCount(6);
  expect(
    await row(page).evaluate((group) => [
      group.querySelector('ul')?.getAnimations().length,
      getComputedStyle(group).overflowX,
    ]),
  ).toEqual([0, 'auto']);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeHidden();
});

test('three placeholders show while the testimonials load', async ({ device, network }) => {
  const paused = pauseAnswer();
  network.answerEvery(TESTIMONIALS, paused.answer);
  const page = await device.open('/');
  await page.setViewportSize({ width: 390, height: 844 });

  const loading = page.getByRole('status', { name: 'Loading testimonials' });
  await expect(loading.locator('> *')).toHaveCount(3);
  await loading.scrollIntoViewIfNeeded();
  for (const placeholder of await loading.locator('> *').all())
    await expect(placeholder).toBeInViewport({ ratio: 1 });
  paused.release();
  await expect(loading).toHaveCount(0);
});

test('without testimonials the home page says so', async ({ device, backend }) => {
  await setTestimonials(backend, []);
  const page = await device.open('/');

  await expect(page.getByText('No testimonials available yet.', { exact: true })).toBeVisible();
});

test('a failed read of the testimonials is left to the window, and shows as empty with a way to try again', async ({
  device,
  network,
}) => {
  network.answerEvery(TESTIMONIALS, answerWith(500, {}));
  const page = await device.context.newPage();
  const unhandled = page.waitForEvent('pageerror');
  await page.goto('/');

  expect((await unhandled).message).toContain('500');
  await expect(page.getByText('No testimonials available yet.', { exact: true })).toBeVisible();
  const main = page.getByRole('main');
  await expect(
    main.getByRole('status').filter({ hasText: 'testimonials could not be loaded' }),
  ).toBeVisible();
  await expect(main.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(main.getByRole('status').getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectNoToast(page);
});

test('the home page shows the three newest pictures, each a way to the gallery', async ({
  device,
  backend,
}) => {
  await setGallery(
    backend,
    ['A made bed', 'A long table', 'Folded towels', 'A clean tap'].map((alt) => ({
      category: 'Residential' as const,
      alt,
    })),
  );
  const page = await device.open('/');

  for (const alt of ['A made bed', 'A long table', 'Folded towels'])
    await expect(work(page).getByRole('link', { name: alt })).toHaveAttribute('href', '/gallery');
  await expect(work(page).getByRole('listitem')).toHaveCount(3);
  await expect(work(page).getByRole('link', { name: 'See All Pictures' })).toHaveAttribute(
    'href',
    '/gallery',
  );
});

test('late pictures do not move the home page', async ({ device, network, backend }) => {
  await setGallery(
    backend,
    ['A made bed', 'A long table', 'Folded towels'].map((alt) => ({
      category: 'Residential' as const,
      alt,
    })),
  );
  const paused = pauseAnswer();
  network.answerEvery(PICTURES, paused.answer);
  const page = await device.open('/');
  const below = page.getByRole('heading', { name: 'What our clients say' });
  const place = () => below.evaluate((heading) => heading.getBoundingClientRect().top + scrollY);
  await expect(
    work(page).getByRole('status', { name: 'Loading pictures' }).locator('> *'),
  ).toHaveCount(3);
  const before = await place();

  paused.release();
  await expect(work(page).getByRole('listitem')).toHaveCount(3);
  expect(await place()).toBe(before);
});

test('without pictures the home page has no part for them', async ({ device, backend }) => {
  await setGallery(backend, []);
  const page = await device.open('/');

  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'What we clean',
    'How it works',
    'Our guarantee',
    'What our clients say',
    'Ready for a cleaner space?',
  ]);
});

test('the home page proves its claims under the hero, and says how it works in its steps', async ({
  device,
}) => {
  const page = await device.open('/');
  const main = page.getByRole('main');

  await expect(
    main.getByRole('link', {
      name: `${COMPANY.reviews?.rating} from ${COMPANY.reviews?.count} reviews on ${COMPANY.reviews?.name}`,
    }),
  ).toHaveAttribute('href', /^https:/);
  const claims = main.getByRole('region', { name: 'Why you can trust us' });
  for (const fact of [COMPANY.vetting, COMPANY.hours.phone, COMPANY.hours.visits])
    await expect(claims.getByRole('listitem').filter({ hasText: fact })).toHaveCount(1);
  await expect(main.getByRole('region', { name: 'Our guarantee' })).toContainText(
    COMPANY.guarantee,
  );
  for (const fact of [COMPANY.insurance, COMPANY.visits.team])
    await expect(main.getByRole('listitem').filter({ hasText: fact })).toHaveCount(1);
  const steps = Object.values(COMPANY.steps);
  const shown = main
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /^(We|You) / }) });
  await expect(shown).toHaveCount(steps.length);
  for (const [i, { title, text }] of steps.entries()) {
    await expect(shown.nth(i)).toContainText(title);
    await expect(shown.nth(i)).toContainText(text);
  }
});

test('the home page speaks of the cleaning: where, by whom and at what price', async ({
  device,
}) => {
  const page = await device.open('/');
  const hero = page.getByRole('heading', { level: 1 }).locator('..');

  await expect(hero).toContainText('in Paisley, Glasgow and the surrounding area');
  for (const fact of [COMPANY.visits.team, COMPANY.visits.price])
    await expect(hero).toContainText(fact);
  await expect(hero).not.toContainText('connection');
});
