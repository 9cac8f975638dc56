import type { Locator } from '@playwright/test';
import { referenceOf } from '../../src/core/domain/reference.ts';
import {
  anApplicant,
  apply,
  aResume,
  closePosition,
  expectNotReceived,
  expectReceivedOnce,
  fieldsOf,
  fillIn,
  MB,
  openCareers,
  openPosition,
  positionCard,
  received,
  removeButton,
  submitButton,
  type PickedFile,
} from '../support/application.ts';
import { outcomeNotice, readReference } from '../support/booking.ts';
import { DOCX } from '../support/documents.ts';
import {
  ALERT,
  answerWith,
  pauseAnswer,
  loseAnswer,
  noAnswer,
  refusal,
} from '../support/faults.ts';
import { readStore } from '../support/local-store.ts';
import { pass } from '../support/network.ts';
import { expectSettled, requestCard, toast } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

test.use({ visitedBefore: 'site' });

const UPLOAD = 'POST /storage/v1/object/resumes/*';
const INSERT = 'POST /rest/v1/job_applications*';
const LIST = 'GET /rest/v1/careers*';
const GONE = 'Selected position is no longer available';
const ENSURE_BUCKET = 'POST /rest/v1/rpc/ensure_bucket_exists';
const SUCCESS = "Application submitted successfully! We'll be in touch soon.";

test('an application made with a connection is stored with its file and mailed, and the form is empty again', async ({
  device,
  backend,
}) => {
  const position = await openPosition(backend);
  const [applicant, resume] = [anApplicant(), aResume()];
  const page = await device.open('/careers');

  await apply(page, position, applicant, resume);

  await expect(toast(page, SUCCESS)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Application received');
  await expect(outcomeNotice(page)).toContainText(
    `We’ll read it, and call you on ${applicant.phone} or write to ${applicant.email}.`,
  );
  const reference = await readReference(page);
  await page.getByRole('button', { name: 'Apply for another position' }).click();
  await expect(fieldsOf(page).name).toBeEnabled();
  for (const field of Object.values(fieldsOf(page))) await expect(field).toHaveValue('');
  await expect(removeButton(page)).toHaveCount(0);
  await expect(positionCard(page, position)).not.toBeChecked();
  const { id } = await expectReceivedOnce(device, backend, { position, applicant, resume });
  expect(reference).toBe(referenceOf(id));
  await expectSettled(device, reference);
});

test(
  'an application without a cover letter is stored with none, and its Word document called .doc as .docx',
  { tag: '@nightly' },
  async ({ device, backend }) => {
    const position = await openPosition(backend);
    const [applicant, resume] = [
      anApplicant({ cover_letter: null }),
      aResume(2_000, { name: 'CV.doc', buffer: DOCX }),
    ];
    const page = await device.open('/careers');

    await apply(page, position, applicant, resume);

    await expectReceivedOnce(device, backend, { position, applicant, resume, extension: 'docx' });
  },
);

test.describe('without a worker, which sends in a session of its own', () => {
  test.use({ visitedBefore: null });

  test('an application filled in again before the positions are loaded waits for them, and does not call its position deleted', async ({
    device,
    network,
    backend,
  }) => {
    const position = await openPosition(backend);
    const [applicant, resume] = [anApplicant(), aResume()];
    const page = await device.open('/careers');
    await positionCard(page, position).check();
    await fillIn(page, applicant, resume);
    await expect
      .poll(() => readStore(page, 'forms'))
      .toMatchObject([{ values: { cover_letter: applicant.cover_letter } }]);
    const paused = pauseAnswer();
    network.answerInTurn(LIST, [paused.answer]);

    await page.reload();
    await expect(removeButton(page)).toBeVisible();
    await submitButton(page).press('Enter');

    await expect(page.getByText('The open positions are still loading.').first()).toBeVisible();
    await expect(page.getByText(GONE)).toHaveCount(0);

    paused.release();
    await expect(positionCard(page, position)).toBeChecked();
    await submitButton(page).click();
    await expectReceivedOnce(device, backend, { position, applicant, resume });
  });

  test(
    'an application filled in again where the open positions can’t be had says so',
    { tag: '@nightly' },
    async ({ device, network, backend }) => {
      const position = await openPosition(backend);
      const page = await device.open('/careers');
      await positionCard(page, position).check();
      await fillIn(page, anApplicant(), aResume());
      await expect
        .poll(() => readStore(page, 'forms'))
        .toMatchObject([{ values: { career_id: position.id } }]);
      network.answerEvery(LIST, noAnswer);

      await page.reload();
      await expect(removeButton(page)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
      await submitButton(page).click();

      await expect(
        toast(
          page,
          'The open positions could not be loaded. There is no connection. Please try again when the connection is back.',
        ),
      ).toBeVisible();
      await expect(page.getByText(GONE)).toHaveCount(0);
    },
  );

  test(
    'the bucket is checked once a session, and a failed check is only logged',
    { tag: '@nightly' },
    async ({ device, network, backend }) => {
      const position = await openPosition(backend);
      const asked = network.answerInTurn(ENSURE_BUCKET, [
        answerWith(403, { code: 'PT403', message: 'no' }),
      ]);
      const page = await device.open('/careers');
      const logged = page.waitForEvent('console', (message) =>
        message.text().includes('ensure_bucket_exists failed'),
      );

      for (const applicant of [anApplicant(), anApplicant()]) {
        const resume = aResume();
        await apply(page, position, applicant, resume);
        await expectReceivedOnce(device, backend, { position, applicant, resume });
        await page.getByRole('button', { name: 'Apply for another position' }).click();
        await expect(removeButton(page)).toHaveCount(0);
      }

      await logged;
      expect(asked.count).toBe(1);
    },
  );

  test(
    'an application is sent with its file where the browser can store nothing',
    { tag: '@nightly' },
    async ({ device, backend }) => {
      const position = await openPosition(backend);
      const [applicant, resume] = [anApplicant(), aResume()];
      await device.context.addInitScript(() =>
        Object.defineProperty(globalThis, 'indexedDB', { value: undefined }),
      );
      const page = await device.open('/careers');

      await apply(page, position, applicant, resume);

      await expect(toast(page, SUCCESS)).toBeVisible();
      await expectReceivedOnce(device, backend, { position, applicant, resume });
    },
  );

  test('a large file shows how far its upload is, and after ten seconds that it is safe on the device', async ({
    device,
    network,
    backend,
  }) => {
    const position = await openPosition(backend);
    const [applicant, resume] = [anApplicant(), aResume(2 * MB)];
    const paused = pauseAnswer();
    network.answerInTurn(UPLOAD, [paused.answer]);
    await device.context.clock.install();
    const page = await device.open('/careers');

    await apply(page, position, applicant, resume);

    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible();
    const progress = page.getByRole('progressbar', { name: 'Uploading finlay-cv.pdf, 2.0 MB' });
    await expect(progress).toBeVisible();
    await page.clock.fastForward(10_000);
    await expect(outcomeNotice(page)).toContainText('still being uploaded');
    await expect(outcomeNotice(page)).toContainText('It is safe on this device');
    const reference = await readReference(page);
    const requests = await device.open('/requests');
    await expect(requestCard(requests, reference).getByRole('progressbar')).toBeVisible();

    paused.release();

    await expect(outcomeNotice(page)).toContainText('Application received');
    await expectReceivedOnce(device, backend, { position, applicant, resume });
  });
});

test('an application whose answers are lost on the way is stored once, with one file', async ({
  device,
  network,
  backend,
}) => {
  const position = await openPosition(backend);
  const [applicant, resume] = [anApplicant(), aResume()];
  network.answerInTurn(UPLOAD, [loseAnswer]);
  network.answerInTurn(INSERT, [loseAnswer]);
  const page = await openCareers(device, position);

  await apply(page, position, applicant, resume);

  const { resume_path } = await expectReceivedOnce(device, backend, {
    position,
    applicant,
    resume,
  });
  const files = await backend.query(
    "select name from storage.objects where bucket_id = 'resumes' and name = $1",
    [resume_path],
  );
  expect(files).toHaveLength(1);
});

test(
  'an application whose upload is answered without a body is tried again, and arrives once',
  { tag: '@nightly' },
  async ({ device, network, backend }) => {
    const position = await openPosition(backend);
    const [applicant, resume] = [anApplicant(), aResume()];
    network.answerInTurn(UPLOAD, [answerWith(204, ''), pass]);
    const page = await openCareers(device, position);

    await apply(page, position, applicant, resume);

    await expectReceivedOnce(device, backend, { position, applicant, resume });
  },
);

test('an application the server refuses stays in the form with its file, and sending it again makes one', async ({
  device,
  network,
  backend,
}) => {
  const position = await openPosition(backend);
  const [applicant, resume] = [anApplicant(), aResume()];
  network.answerInTurn(INSERT, [refusal]);
  const page = await device.open('/careers');

  await apply(page, position, applicant, resume);

  await expect(toast(page, 'Failed to submit application. Please try again.')).toBeVisible();
  await expect(fieldsOf(page).name).toHaveValue(applicant.name);
  await expect(removeButton(page)).toHaveAccessibleName('Remove finlay-cv.pdf');
  await expectNotReceived(backend, applicant);

  await submitButton(page).click();

  await expectReceivedOnce(device, backend, { position, applicant, resume });
});

test('an application whose position closes meanwhile stays in the form with its file, and its sender chooses another position', async ({
  device,
  backend,
}) => {
  const [position, other] = [await openPosition(backend), await openPosition(backend)];
  const [applicant, resume] = [anApplicant(), aResume()];
  const page = await device.open('/careers');
  await positionCard(page, position).check();
  await fillIn(page, applicant, resume);
  await closePosition(backend, position);

  await submitButton(page).click();

  await expect(toast(page, `${GONE}. Please refresh and try again.`)).toBeVisible();
  await expect(page.getByText('The position you applied for is no longer open.')).toBeVisible();
  await expect(positionCard(page, position)).toHaveCount(0);
  await expect(page.getByText('Please select a position first')).toBeVisible();
  await expect(fieldsOf(page).email).toHaveValue(applicant.email);
  await expect(removeButton(page)).toBeVisible();
  await expectNotReceived(backend, applicant);

  await positionCard(page, other).check();
  await submitButton(page).click();
  await expectReceivedOnce(device, backend, { position: other, applicant, resume });
});

test(
  'an application is stored though its mail fails, and the person reads it',
  { tag: '@nightly' },
  async ({ device, network, backend }) => {
    const position = await openPosition(backend);
    const applicant = anApplicant();
    network.answerEvery(ALERT, answerWith(502, { error: 'The email provider failed' }));
    const page = await device.open('/careers');

    await apply(page, position, applicant, aResume());

    const notice =
      "We saved your application but the email alert did not send. We'll monitor this on our end.";
    await expect(toast(page, SUCCESS)).toBeVisible();
    await expect(toast(page, notice)).toBeVisible();
    expect((await received(backend, applicant)).rows).toHaveLength(1);
  },
);

test(
  'a file picked while an earlier application is being sent is kept when that application arrives',
  { tag: '@nightly' },
  async ({ device, network, backend }) => {
    const position = await openPosition(backend);
    const [applicant, resume] = [anApplicant(), aResume()];
    const paused = pauseAnswer();
    network.answerInTurn(INSERT, [paused.answer]);
    const page = await device.open('/careers');
    await apply(page, position, applicant, resume);
    await paused.arrived;
    await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
    await expect(fieldsOf(page).name).toHaveCount(0);
    await page.getByRole('banner').getByRole('link', { name: 'Careers' }).click();
    await expect(fieldsOf(page).name).toHaveValue('');
    await fillIn(page, anApplicant(), aResume(4_000, { name: 'another-cv.pdf' }));

    paused.release();
    // On a slow machine it has been told before that it waits.
    await expect(toast(page, new RegExp(`${SUCCESS}|Saved on this device`))).toBeVisible();
    await expectReceivedOnce(device, backend, { position, applicant, resume });
    await page.reload();

    await expect(removeButton(page)).toHaveAccessibleName('Remove another-cv.pdf');
  },
);

/** Drops a file there as from the desktop. Whether the browser may open it in place of the page. */
const drop = (target: Locator, { name, mimeType, buffer }: PickedFile) =>
  target.evaluate(
    (element, file) => {
      const dataTransfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], file.name, { type: file.mimeType }));
      const options = { dataTransfer, bubbles: true, cancelable: true };
      const isOpened = ['dragover', 'drop'].map((type) =>
        element.dispatchEvent(new DragEvent(type, options)),
      );
      return isOpened.includes(true);
    },
    { name, mimeType, base64: buffer.toString('base64') },
  );

test(
  'a résumé dropped on its field is taken, and a file dropped beside it does not replace the page',
  { tag: '@nightly' },
  async ({ device, backend }) => {
    const position = await openPosition(backend);
    const [applicant, resume] = [anApplicant(), aResume()];
    const page = await openCareers(device, position);
    await positionCard(page, position).check();
    await fillIn(page, applicant, aResume(4_000, { name: 'old.pdf' }));

    await expect.poll(() => drop(page.getByRole('heading', { level: 1 }), resume)).toBe(false);
    await expect(removeButton(page)).toHaveAccessibleName('Remove old.pdf');
    expect(await drop(page.getByText('Resume', { exact: true }), resume)).toBe(false);
    await expect(removeButton(page)).toHaveAccessibleName('Remove finlay-cv.pdf');

    await submitButton(page).click();
    await expectReceivedOnce(device, backend, { position, applicant, resume });
  },
);

test(
  'an application submitted twice in a row is stored once',
  { tag: '@nightly' },
  async ({ device, backend }) => {
    const position = await openPosition(backend);
    const [applicant, resume] = [anApplicant(), aResume()];
    const page = await device.open('/careers');
    await positionCard(page, position).check();
    await fillIn(page, applicant, resume);

    await submitButton(page).dblclick();

    await expect(toast(page, SUCCESS)).toBeVisible();
    await expectReceivedOnce(device, backend, { position, applicant, resume });
    await expectSettled(device, await readReference(page));
  },
);
