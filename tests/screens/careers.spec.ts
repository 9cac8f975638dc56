import { closePosition, openPosition, positionCard } from '../support/application.ts';
import { expectNoToast } from '../support/late-chunk.ts';
import { answerWith, pauseAnswer, noAnswer } from '../support/faults.ts';
import { expect, pageTest as test } from '../support/test.ts';

const POSITIONS = 'GET /rest/v1/careers?*';
const EMPTY = 'No open positions at the moment';

test('an open position shows its title, place, type, description and requirements', async ({
  device,
  backend,
}) => {
  const position = await openPosition(backend);
  const page = await device.open('/careers');

  const card = page.getByRole('listitem').filter({ has: positionCard(page, position) });
  await expect(page.getByRole('heading', { name: 'Open Positions' })).toBeVisible();
  for (const text of [
    position.title,
    'Renfrew',
    'Part-time',
    'Clean the stairs of tenements.',
    'A head for heights',
    'Own bicycle',
  ]) {
    await expect(card).toContainText(text);
  }
});

test('a long description is clamped, and showing all of it selects no position', async ({
  device,
  backend,
}) => {
  const position = await openPosition(backend);
  await backend.query('update public.careers set description = $1 where id = $2', [
    'We clean the stairs of tenements in Renfrew. '.repeat(60),
    position.id,
  ]);
  const page = await device.open('/careers');
  const button = page.getByRole('button', {
    name: `Show all: Description of ${position.title}`,
  });

  await button.click();

  await expect(page.getByRole('button', { name: /^Show less/ })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await expect(positionCard(page, position)).not.toBeChecked();
});

test('three placeholders show until the positions are loaded', async ({ device, network }) => {
  const paused = pauseAnswer();
  network.answerEvery(POSITIONS, paused.answer);
  const page = await device.open('/careers');

  const loading = page.getByRole('status', { name: 'Loading the open positions' });
  await expect(loading.locator('> *')).toHaveCount(3);
  paused.release();
  await expect(page.getByRole('radio').first()).toBeVisible();
  await expect(loading).toHaveCount(0);
});

test('no open position is said in words, and there is no form to apply with', async ({
  device,
  network,
}) => {
  network.answerEvery(POSITIONS, answerWith(200, []));
  const page = await device.open('/careers');

  await expect(page.getByText(EMPTY)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Apply Now' })).toHaveCount(0);
  await expect(page.getByRole('main').locator('form')).toHaveCount(0);
});

test('positions that could not be loaded are logged, and the list shows as empty', async ({
  device,
  network,
}) => {
  network.answerEvery(POSITIONS, noAnswer);
  const page = await device.context.newPage();
  const logged = page.waitForEvent(
    'console',
    (message) => message.type() === 'error' && message.text().includes('could not be read'),
  );
  await page.goto('/careers');

  await logged;
  await expect(page.getByText(EMPTY)).toBeVisible();
  await expectNoToast(page);
});

test('positions are chosen with the keyboard, one at a time, and the chosen one is marked in words', async ({
  device,
  backend,
}) => {
  const [older, newer] = [await openPosition(backend), await openPosition(backend)];
  const page = await device.open('/careers');
  await expect(positionCard(page, newer)).toBeEnabled();

  await positionCard(page, newer).focus();
  await page.keyboard.press('Space');
  await expect(positionCard(page, newer)).toBeChecked();
  await page.keyboard.press('ArrowDown');

  await expect(positionCard(page, older)).toBeChecked();
  await expect(positionCard(page, newer)).not.toBeChecked();
  await expect(page.getByText('Selected', { exact: true })).toHaveCount(1);
  await expect(page.getByRole('listitem').filter({ has: positionCard(page, older) })).toContainText(
    'Selected',
  );
});

test('a chosen position leads to the form, which names it', async ({ device, backend }) => {
  const position = await openPosition(backend);
  const page = await device.open('/careers');
  await positionCard(page, position).check();

  await page.getByRole('button', { name: 'Apply for this position' }).click();

  await expect(page.getByRole('textbox', { name: 'Full Name' })).toBeFocused();
  await expect(page.getByText(`You are applying for: ${position.title}`)).toBeVisible();
});

test('on a phone the form is right below the chosen position, and another one can be chosen', async ({
  device,
  backend,
}) => {
  const [other, position] = [await openPosition(backend), await openPosition(backend)];
  const page = await device.open('/careers');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(positionCard(page, position)).toBeEnabled();

  await positionCard(page, position).check();
  await expect(positionCard(page, other)).toBeHidden();
  await expect(positionCard(page, position)).toBeInViewport();
  await expect(page.getByRole('radio')).toHaveCount(1);

  await page.getByRole('button', { name: 'Choose another position' }).click();
  await expect(page.getByRole('radiogroup')).toBeFocused();
  await expect(positionCard(page, other)).toBeVisible();
  await expect(positionCard(page, position)).not.toBeChecked();
});

test('a position has an address of its own, where it is chosen already and search engines read it', async ({
  device,
  backend,
}) => {
  const [other, position] = [await openPosition(backend), await openPosition(backend)];
  const page = await device.open('/careers');
  const canonical = page.locator('link[rel=canonical]');
  const data = page.locator('script[type="application/ld+json"]');
  const card = page.getByRole('listitem').filter({ has: positionCard(page, position) });
  await expect(canonical).toHaveAttribute('href', /\/careers$/);
  await expect(data).toHaveCount(0);

  await card.getByRole('link', { name: /^View this position/ }).click();
  await page.reload();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(position.title);
  await expect(page).toHaveTitle(new RegExp(`^${position.title}, Renfrew`));
  await expect(canonical).toHaveAttribute(
    'href',
    new RegExp(`/careers\\?position=${position.id}$`),
  );
  await expect(positionCard(page, position)).toBeChecked();
  await expect(positionCard(page, other)).toHaveCount(0);
  expect(JSON.parse((await data.textContent()) ?? '')).toMatchObject({
    '@type': 'JobPosting',
    title: position.title,
  });

  await page.getByRole('link', { name: 'See all open positions' }).click();
  await expect(positionCard(page, other)).toBeVisible();
  await expect(data).toHaveCount(0);
});

test('the address of a position that is closed says so, and is not to be listed', async ({
  device,
  backend,
}) => {
  const [position, other] = [await openPosition(backend), await openPosition(backend)];
  await closePosition(backend, position);
  const page = await device.open(`/careers?position=${position.id}`);

  await expect(page.getByText('This position is no longer open.')).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(positionCard(page, other)).toBeVisible();
});
