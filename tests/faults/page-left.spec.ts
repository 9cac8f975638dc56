import { aBooking, book, outcomeNotice, readReference } from '../support/booking.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { expectSettled } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';

/** What a page hears that is left while an entry is being stored, kept by the browser, and shown again a second later. */
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

test('a booking whose page is left while it is stored is stored and sent once when the page is shown again', async ({ device, backend }) => {
  const booking = aBooking();
  const page = await device.openInstalled('/booking');
  await page.evaluate(leaveWhileStoring);

  await book(page, booking);

  await expect(outcomeNotice(page)).toContainText('Booking sent');
  await expect(page.locator('html')).toHaveAttribute('data-left', 'amid');
  await expectSettled(device, await readReference(page));
  await expectReceivedOnce(device, backend, booking);
});
