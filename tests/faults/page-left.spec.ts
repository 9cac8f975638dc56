import { aBooking, bookOnDevice } from '../support/booking.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { expectSettled } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

/**
 * Dispatches the events of a page that is left while it stores an entry, kept by the browser, and
 * shown again a second later.
 */
function leaveWhileStoring(): void {
  const hear = (type: string) => dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
  const add = IDBObjectStore.prototype.add;
  IDBObjectStore.prototype.add = function (...row) {
    const asked = add.apply(this, row);
    if (this.name === 'entries') {
      IDBObjectStore.prototype.add = add;
      document.documentElement.dataset['left'] = 'amid';
      hear('pagehide');
      setTimeout(hear, 1000, 'pageshow');
    }
    return asked;
  };
}

test('a booking made offline whose page is left while it is stored is stored when the page is shown again, and sent once', async ({
  device,
  backend,
}) => {
  const booking = aBooking();
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  await page.evaluate(leaveWhileStoring);

  const reference = await bookOnDevice(page, booking);
  await expect(page.locator('html')).toHaveAttribute('data-left', 'amid');
  await device.goOnline();

  await expectSettled(device, reference);
  await expectReceivedOnce(device, backend, booking);
});
