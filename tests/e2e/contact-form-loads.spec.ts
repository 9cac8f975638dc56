import { fieldsOf, sendButton } from '../support/contact.ts';
import { pauseAnswer, noAnswer } from '../support/faults.ts';
import { expect, pageTest as test } from '../support/test.ts';

const FORM_CODE = 'GET /assets/contact-form-*.js';

for (const width of [320, 1280]) {
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
