import type { Page } from '@playwright/test';
import { aBooking, fieldsOf, fillIn, outcomeNotice, submitButton } from '../support/booking.ts';
import { pauseAnswer, INSERT } from '../support/faults.ts';
import { readStore } from '../support/local-store.ts';
import { expect, pageTest as test } from '../support/test.ts';

const busyButton = (page: Page) => page.getByRole('button', { name: 'Submitting...' });

/** Records in the page the order of two events: the entry is on disk, and the form looks busy. */
function noteOrder(): void {
  const order: string[] = [];
  Object.assign(window, { order });
  const transaction = Reflect.get(IDBDatabase.prototype, 'transaction') as (
    ...args: unknown[]
  ) => IDBTransaction;
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...args: unknown[]) {
    const started = Reflect.apply(transaction, this, args);
    const writes = started.mode === 'readwrite' && started.objectStoreNames.contains('entries');
    if (writes) started.addEventListener('complete', () => order.push('stored'));
    return started;
  };
  const isBusy = () =>
    document.querySelector('form [type=submit]')?.textContent === 'Submitting...';
  new MutationObserver(() => isBusy() && order.push('busy')).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
  });
}

/** Counts the page's changes between the last tap and the transaction that stores an entry. */
function countDrawn(): void {
  const drawn: MutationRecord[] = [];
  let isOpened = true;
  const observer = new MutationObserver((records) => drawn.push(...records));
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
  const forgetDrawn = () => {
    observer.takeRecords();
    drawn.length = 0;
    isOpened = false;
  };
  addEventListener('click', forgetDrawn, { capture: true });
  const transaction = Reflect.get(IDBDatabase.prototype, 'transaction') as (
    ...args: unknown[]
  ) => IDBTransaction;
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...args: unknown[]) {
    const started = Reflect.apply(transaction, this, args);
    if (!isOpened && started.mode === 'readwrite' && started.objectStoreNames.contains('entries')) {
      isOpened = true;
      Object.assign(window, { drawnBefore: drawn.length + observer.takeRecords().length });
    }
    return started;
  };
}

/** Blocks other writes to the device's entries until it is released. */
async function holdEntries(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(async () => {
    const opening = indexedDB.open('cleaning');
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const entries = opening.result.transaction('entries', 'readwrite').objectStore('entries');
    const hold = { isHeld: true };
    Object.assign(window, { hold });
    const goOn = () => {
      if (hold.isHeld) entries.count().onsuccess = goOn;
      else opening.result.close();
    };
    goOn();
  });
  return () =>
    page.evaluate(
      () => void ((window as unknown as { hold: { isHeld: boolean } }).hold.isHeld = false),
    );
}

test('a booking is stored on the device before the page draws that it is being sent', async ({
  device,
  network,
}) => {
  const paused = pauseAnswer();
  network.answerInTurn(INSERT, [paused.answer]);
  await device.context.addInitScript(noteOrder);
  const page = await device.open('/booking');
  await fillIn(page, aBooking());
  // The clock stands still, so that a slow machine does not make the form look busy.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);

  await submitButton(page).click();
  await paused.arrived;

  await expect(busyButton(page)).toBeVisible();
  const order = await page.evaluate(() => (window as unknown as { order: string[] }).order);
  expect(order.slice(0, 2)).toEqual(['stored', expect.stringMatching(/stored|busy/)]);
  await page.clock.resume();
  paused.release();
  await expect(outcomeNotice(page)).toBeVisible();
});

test('the page draws nothing between the tap on Submit and the write to disk', async ({
  device,
}) => {
  await device.context.addInitScript(countDrawn);
  const page = await device.open('/booking');
  await fillIn(page, aBooking());
  await device.goOffline();

  await submitButton(page).click();

  await expect(outcomeNotice(page)).toContainText('Saved on this device');
  expect(
    await page.evaluate(() => (window as unknown as { drawnBefore?: number }).drawnBefore),
  ).toBe(0);
});

test(
  'while storing a booking takes long the form looks busy, and a second press stores nothing more',
  { tag: '@nightly' },
  async ({ device }) => {
    const page = await device.open('/booking');
    await fillIn(page, aBooking());
    await device.goOffline();
    const letGo = await holdEntries(page);

    await submitButton(page).click();
    await expect(busyButton(page)).toBeVisible();
    await expect(fieldsOf(page).name).toBeDisabled();
    await busyButton(page).press('Enter');
    await letGo();

    await expect(outcomeNotice(page)).toContainText('Saved on this device');
    expect(await readStore(page, 'entries')).toHaveLength(1);
  },
);

test('two presses at once store one booking', async ({ device }) => {
  const page = await device.open('/booking');
  await fillIn(page, aBooking());
  await device.goOffline();

  await submitButton(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });

  await expect(outcomeNotice(page)).toContainText('Saved on this device');
  expect(await readStore(page, 'entries')).toHaveLength(1);
});
