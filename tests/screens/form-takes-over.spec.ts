import { expect, pageTest as test } from '../support/test.ts';

declare global {
  interface Window {
    /** How many buttons that submit the page had, each time that it changed. */
    submitButtons: Set<number>;
  }
}

/** Notes what a person could see between two frames, since observers hear of a change before it is painted. */
function noteSubmitButtons(): void {
  window.submitButtons = new Set();
  const note = () => {
    const { length } = document.querySelectorAll('main form button[type=submit]');
    if (document.readyState !== 'loading') window.submitButtons.add(length);
  };
  new MutationObserver(note).observe(document, { childList: true, subtree: true });
}

for (const path of ['/booking', '/careers', '/contact']) {
  test(`the form at ${path} takes the place of its shell in one step`, async ({ device }) => {
    const page = await device.context.newPage();
    await page.addInitScript(noteSubmitButtons);
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('textbox', { name: 'Email' })).toBeEnabled();
    expect(await page.evaluate(() => [...window.submitButtons])).toEqual([1]);
  });
}
