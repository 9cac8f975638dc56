import { positionCard, openPosition } from '../support/application.ts';
import { expectNoToast } from '../support/late-chunk.ts';
import { answerWith, holdAnswer, noAnswer } from '../support/faults.ts';
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

test('three placeholders stand there until the positions come', async ({ device, network }) => {
  const held = holdAnswer();
  network.answerEvery(POSITIONS, held.answer);
  const page = await device.open('/careers');

  const loading = page.getByRole('status', { name: 'Loading the open positions' });
  await expect(loading.locator('> *')).toHaveCount(3);
  held.release();
  await expect(page.getByRole('radio').first()).toBeVisible();
  await expect(loading).toHaveCount(0);
});

test('no open position is said in words', async ({ device, network }) => {
  network.answerEvery(POSITIONS, answerWith(200, []));
  const page = await device.open('/careers');

  await expect(page.getByText(EMPTY)).toBeVisible();
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
