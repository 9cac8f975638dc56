import { aBooking, bookOnDevice } from '../support/booking.ts';
import { answerWith, INSERT, signInPage } from '../support/faults.ts';
import { readStore } from '../support/local-store.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { requestCard } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';
import type { OutboxEntry } from '../../src/core/store/device-schema.ts';

const redirect = answerWith(302, '', { location: '/' });

for (const { name, answer } of [
  { name: "a hotel's sign-in page", answer: signInPage },
  { name: 'a redirect', answer: redirect },
]) {
  test(`${name} is no delivery: the booking waits and is sent once past it`, async ({
    device,
    network,
    backend,
  }) => {
    const booking = aBooking();
    const inserts = network.answerEvery(INSERT, answer);
    const page = await device.openInstalled('/booking');

    const reference = await bookOnDevice(page, booking);

    const requests = await device.open('/requests');
    await expect(requestCard(requests, reference)).toContainText('Waiting to be sent');
    expect(await readStore<OutboxEntry>(requests, 'entries')).toMatchObject([
      { step: 'row', state: { name: 'waiting', retry: { reason: 'not-our-server' } } },
    ]);

    inserts.stop();
    // The person comes back from the sign-in page, which skips the backoff: by now it may be
    // longer than this test waits.
    await requests.reload();
    await expectReceivedOnce(device, backend, booking);
    await expect(requestCard(requests, reference)).toContainText('Sent');
  });
}
