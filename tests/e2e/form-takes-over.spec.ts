import { expect, pageTest as test } from '../support/test.ts';

declare global {
  interface Window {
    /** The numbers of submit buttons that the page has had. */
    submitButtons: Set<number>;
  }
}

/** Records every state between two frames, because observers run before a change is painted. */
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
