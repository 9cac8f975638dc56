import { fieldsOf, sendButton } from '../support/contact.ts';
import { pauseAnswer, noAnswer } from '../support/faults.ts';
import { expect, pageTest as test } from '../support/test.ts';

test.use({ visitedBefore: 'site' });

const FORM_CODE = 'GET /assets/contact-form-*.js';

test('a postcode or town is answered as it is typed, without a connection', async ({ device }) => {
  const page = await device.openInstalled('/contact');
  await device.goOffline();
  const place = page.getByRole('textbox', { name: 'Your postcode or town' });

  await place.fill('PA2');
  await expect(place).toHaveAccessibleDescription('Yes, we clean in PA2.');
  await place.fill('EH1 1AA');
  await expect(place).toHaveAccessibleDescription(/^We don’t usually clean in EH1/);
});

test('a drawn map shows without a connection', async ({ device }) => {
  const page = await device.openInstalled('/contact');
  await device.goOffline();
  await page.reload();

  await expect(page.getByRole('img', { name: /Map of the centre of Paisley/ })).toBeVisible();
  await page.getByRole('button', { name: 'Load the interactive map' }).click();
  await expect(page.getByText('If it does not appear, go back to the drawn map')).toBeVisible();
  await page.getByRole('button', { name: 'Show the drawn map' }).click();
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('the interactive map is asked for on a tap and never before, and can be put away again', async ({
  device,
}) => {
  const asked: string[] = [];
  await device.context.route('https://www.openstreetmap.org/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>Map</title><h1>A map of streets</h1>',
    });
  });
  const foreign: string[] = [];
  device.context.on('request', (request) => {
    if (new URL(request.url()).hostname !== '127.0.0.1') foreign.push(request.url());
  });
  const page = await device.openInstalled('/contact');
  await expect(sendButton(page)).toBeEnabled();
  expect(foreign).toEqual([]);

  await page.getByRole('button', { name: 'Load the interactive map' }).click();

  await expect(page.frameLocator('iframe').getByRole('heading')).toHaveText('A map of streets');
  expect(asked).toEqual([expect.stringContaining('/export/embed.html?bbox=')]);
  await page.getByRole('button', { name: 'Show the drawn map' }).click();
  await expect(page.locator('iframe')).toHaveCount(0);
});

test.describe('on a first visit', () => {
  test.use({ visitedBefore: null });

  for (const width of [320, 390, 768, 1280]) {
    test(`until its code is loaded, the form is in place and takes no input, on a screen ${width} pixels wide`, async ({
      device,
      network,
    }) => {
      const paused = pauseAnswer();
      network.answerEvery(FORM_CODE, paused.answer);
      const page = await device.context.newPage();
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/contact');
      await paused.arrived;
      const { message } = fieldsOf(page);
      await expect(message).toBeDisabled();
      await expect(sendButton(page)).toBeDisabled();
      const before = await sendButton(page).boundingBox();

      paused.release();

      await expect(message).toBeEnabled();
      expect(await sendButton(page).boundingBox()).toEqual(before);
    });
  }

  test('a form that could not be loaded says how to go on', async ({ device, network }) => {
    network.answerEvery(FORM_CODE, noAnswer);
    const page = await device.open('/contact');

    await expect(page.getByText('The form could not be loaded')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  });
});
