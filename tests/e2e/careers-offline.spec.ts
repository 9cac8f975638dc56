import { referenceOf } from '../../src/core/domain/reference.ts';
import {
  anApplicant,
  apply,
  aResume,
  closePosition,
  expectNotReceived,
  expectReceivedOnce,
  fieldsOf,
  MB,
  openCareers,
  openPosition,
  positionCard,
  removeButton,
  submitButton,
} from '../support/application.ts';
import { outcomeNotice, readReference } from '../support/booking.ts';
import { expectSettled, requestCard, toast } from '../support/requests.ts';
import { expect, pageTest, test } from '../support/test.ts';

test.use({ visitedBefore: 'site' });

pageTest(
  'an application made offline is sent when the connection is back, with its file',
  async ({ device, backend }) => {
    const position = await openPosition(backend);
    const [applicant, resume] = [anApplicant(), aResume()];
    const page = await openCareers(device, position);
    await device.goOffline();

    await apply(page, position, applicant, resume);
    await expect(outcomeNotice(page)).toContainText('Saved on this device');
    await expectNotReceived(backend, applicant);
    const reference = await readReference(page);

    await device.goOnline();

    await expect(toast(page, `Your application ${reference} has been sent.`)).toBeVisible();
    const { id } = await expectReceivedOnce(device, backend, { position, applicant, resume });
    expect(reference).toBe(referenceOf(id));
    await expectSettled(device, reference);
  },
);

test('a resume of 4 MB made offline survives the kill of the browser and arrives byte for byte', async ({
  device,
  backend,
}) => {
  // The file passes through the debugging protocol into the page, and again at each attempt.
  test.slow();
  const position = await openPosition(backend);
  const [applicant, resume] = [anApplicant(), aResume(4 * MB)];
  const page = await openCareers(device, position);
  await device.goOffline();
  await apply(page, position, applicant, resume);
  // The form waits ten seconds for its upload.
  await expect(outcomeNotice(page)).toContainText('Saved on this device', { timeout: 15_000 });
  const reference = await readReference(page);

  await device.kill();
  await expectNotReceived(backend, applicant);
  await device.start();

  const requests = await device.open('/requests');
  await expect(requestCard(requests, reference)).toContainText('Sent');
  await expectReceivedOnce(device, backend, { position, applicant, resume });
});

pageTest(
  'an application whose position was closed while it waited keeps its file, and is sent for another one',
  async ({ device, backend }) => {
    const [position, other] = [await openPosition(backend), await openPosition(backend)];
    const [applicant, resume] = [anApplicant(), aResume(40_000)];
    const page = await openCareers(device, position);
    await device.goOffline();
    await apply(page, position, applicant, resume);
    await expect(outcomeNotice(page)).toContainText('Saved on this device');
    const reference = await readReference(page);
    await closePosition(backend, position);

    await device.goOnline();

    await expect(toast(page, `Your application ${reference} needs attention.`)).toBeVisible();
    const requests = await device.open('/requests');
    const card = requestCard(requests, reference);
    await expect(card).toContainText('The position you applied for is no longer open.');
    await expect(card).toContainText('finlay-cv.pdf, 40 KB, kept on this device');
    await expectNotReceived(backend, applicant);

    await card.getByRole('button', { name: 'Edit' }).click();
    await expect(fieldsOf(requests).name).toHaveValue(applicant.name);
    await expect(removeButton(requests)).toHaveAccessibleName('Remove finlay-cv.pdf');
    await positionCard(requests, other).check();
    await submitButton(requests).click();

    await expectReceivedOnce(device, backend, { position: other, applicant, resume });
  },
);
