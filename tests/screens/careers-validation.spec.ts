import {
  anApplicant,
  apply,
  aResume,
  closePosition,
  expectNotReceived,
  fieldsOf,
  fillIn,
  MB,
  openPosition,
  positionCard,
  removeButton,
  submitButton,
} from '../support/application.ts';
import { errorSummary } from '../support/error-summary.ts';
import { ENCRYPTED_DOCX, RICH_TEXT } from '../support/documents.ts';
import { readStore } from '../support/local-store.ts';
import { toast } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

const WRONG_TYPE =
  'This file is not a PDF, DOC or DOCX. Please save it as a PDF and choose that one';
const POSITION_GONE = 'Selected position is no longer available. Please refresh and try again.';

test('the button is disabled until a position is chosen, and its hint says so', async ({
  device,
  backend,
}) => {
  const position = await openPosition(backend);
  const page = await device.open('/careers');

  await expect(submitButton(page)).toBeDisabled();
  await expect(submitButton(page)).toHaveAccessibleDescription('Please select a position first');
  await positionCard(page, position).check();

  await expect(submitButton(page)).toBeEnabled();
  await expect(page.getByText('Please select a position first')).toHaveCount(0);
});

test('an application without a position is not sent, and names the missing field', async ({
  device,
  backend,
}) => {
  const applicant = anApplicant();
  const page = await device.open('/careers');
  await fillIn(page, applicant, aResume());

  await fieldsOf(page).name.press('Enter');

  const summary = errorSummary(page);
  await expect(summary).toBeFocused();
  await summary.getByRole('link', { name: 'Please select a position to apply for' }).click();
  await expect(page.getByRole('radiogroup', { name: 'Open Positions' })).toBeFocused();
  await expectNotReceived(backend, applicant);
});

test('an empty form names every missing field', async ({ device, backend }) => {
  const position = await openPosition(backend);
  const page = await device.open('/careers');
  await positionCard(page, position).check();
  await submitButton(page).click();

  const fields = fieldsOf(page);
  await expect(fields.name).toHaveAccessibleDescription(/Name must be at least 2 characters/);
  await expect(fields.phone).toHaveAccessibleDescription(/Please enter a valid phone number/);
  await expect(fields.email).toHaveAccessibleDescription(/Please enter a valid email address/);
  await expect(fields.resume).toHaveAccessibleDescription(/Resume is required/);
  await expect(errorSummary(page).getByRole('link')).toHaveCount(4);
  const border = await fields.name.evaluate((field) => getComputedStyle(field).border);
  await expect(fields.resume.locator('..'), 'the box around the file').toHaveCSS('border', border);
});

const REFUSED_FILES = [
  {
    what: 'a picture',
    file: { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('89504e470d0a1a0a', 'hex') },
    text: WRONG_TYPE,
  },
  {
    what: 'a program with the name of a document',
    file: aResume(2_000, { buffer: Buffer.from('MZ, not a document at all') }),
    text: WRONG_TYPE,
  },
  {
    what: 'rich text with the name of a Word document',
    file: aResume(2_000, { name: 'cv.doc', buffer: RICH_TEXT }),
    text: 'This file is rich text \\(RTF\\), whatever its name says. Please save it as a PDF or DOCX and choose that one',
  },
  {
    what: 'a Word document with a password',
    file: aResume(2_000, { name: 'cv.docx', buffer: ENCRYPTED_DOCX }),
    text: 'This file is protected by a password, so our office can’t open it. Please save it without the password and choose it again',
  },
  {
    what: 'an empty file',
    file: aResume(2_000, { buffer: Buffer.alloc(0) }),
    text: 'This file is empty. Please choose another one',
  },
  {
    what: 'a file of 10 MB and one byte',
    file: aResume(10 * MB + 1),
    text: 'This file is larger than 10 MB. Please choose a smaller one',
  },
];

for (const { what, file, text } of REFUSED_FILES) {
  test(`${what} is not taken as a resume, and the field says why`, async ({ device }) => {
    const page = await device.open('/careers');
    await expect(fieldsOf(page).resume).toBeEnabled();

    await fieldsOf(page).resume.setInputFiles(file);

    await expect(fieldsOf(page).resume).toHaveAccessibleDescription(new RegExp(text));
    await expect(removeButton(page)).toHaveCount(0);
  });
}

test('the resume shows its name and size, and is removed on request', async ({
  device,
  backend,
}) => {
  const position = await openPosition(backend);
  const page = await device.open('/careers');
  await positionCard(page, position).check();
  await fillIn(page, anApplicant(), aResume(10 * MB));
  await expect(page.getByText('finlay-cv.pdf 10.0 MB')).toBeVisible();

  await removeButton(page).click();

  await expect(fieldsOf(page).resume).toBeFocused();
  await submitButton(page).click();
  await expect(fieldsOf(page).resume).toHaveAccessibleDescription(/Resume is required/);
});

test('the cover letter counts its characters', async ({ device }) => {
  const page = await device.open('/careers');

  await fieldsOf(page).coverLetter.fill('Hello 👋');

  await expect(page.getByText('7/1000 characters')).toBeVisible();
});

test('an unfinished application is still there after a reload, with its position and its file', async ({
  device,
  backend,
}) => {
  const position = await openPosition(backend);
  const applicant = anApplicant();
  const page = await device.open('/careers');
  await positionCard(page, position).check();
  await fillIn(page, applicant, aResume());
  await expect
    .poll(() => readStore(page, 'forms'))
    .toMatchObject([{ values: { resume: 'finlay-cv.pdf' } }]);

  await page.reload();

  await expect(positionCard(page, position)).toBeChecked();
  await expect(fieldsOf(page).email).toHaveValue(applicant.email);
  await expect(removeButton(page)).toHaveAccessibleName('Remove finlay-cv.pdf');
});

test('an application for a position that is no longer in the list is not sent, and its sender reads why', async ({
  device,
  backend,
}) => {
  const [position, other] = [await openPosition(backend), await openPosition(backend)];
  const applicant = anApplicant();
  const page = await device.open('/careers');
  await positionCard(page, position).check();
  await fillIn(page, applicant, aResume());
  await expect
    .poll(() => readStore(page, 'forms'))
    .toMatchObject([{ values: { resume: 'finlay-cv.pdf' } }]);
  await closePosition(backend, position);
  await page.reload();
  await expect(removeButton(page)).toHaveAccessibleName('Remove finlay-cv.pdf');

  await submitButton(page).click();

  await expect(toast(page, POSITION_GONE)).toBeVisible();
  await expect(errorSummary(page).getByRole('link', { name: POSITION_GONE })).toBeVisible();
  await expectNotReceived(backend, applicant);
  await apply(page, other, applicant, aResume());
  await expect(toast(page, /submitted successfully/)).toBeVisible();
});
