import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { db } from '../../src/runtime/database.ts';
import {
  chooseFiles,
  errorSummary,
  expectCount,
  expectTexts,
  focus,
  styleOf,
  toast,
} from './support/look.ts';
import { leavePage } from './support/open.tsx';
import { aPosting, fail, holdBack } from './support/rows.ts';
import { server } from './support/server.ts';
import { openSite } from './support/site.tsx';

const EMPTY = 'No open positions at the moment';
const POSITION_GONE = 'Selected position is no longer available. Please refresh and try again.';
const MB = 1024 * 1024;

const fields = {
  name: page.getByRole('textbox', { name: 'Full Name' }),
  phone: page.getByRole('textbox', { name: 'Phone' }),
  email: page.getByRole('textbox', { name: 'Email' }),
  resume: page.getByLabelText('Resume'),
  coverLetter: page.getByRole('textbox', { name: 'Cover Letter' }),
};
const submitButton = page.getByRole('button', { name: 'Submit Application' });
const removeButton = page.getByRole('button', { name: /^Remove/ });
const choice = (title: string) => page.getByRole('radio', { name: title });
const card = (title: string) => page.getByRole('listitem').filter({ has: choice(title) });

const aResume = (size = 4_000, { name = 'finlay-cv.pdf', head = '%PDF-1.7\n' } = {}) =>
  new File([head, new Uint8Array(size - head.length)], name);

/** Opens the careers page with these positions, the newest first. */
function openCareers(...titles: string[]): void {
  server.publicRows.careers = titles.map((title) => aPosting({ title }));
  openSite('/careers');
}

async function fillIn(resume = aResume()): Promise<void> {
  await expect.element(fields.name).toBeEnabled();
  await fields.name.fill('Finlay Arran');
  await fields.phone.fill('0141 496 0177');
  await fields.email.fill('finlay@example.com');
  await fields.coverLetter.fill('I like clean windows.');
  chooseFiles(fields.resume, resume);
  await expect.element(removeButton).toBeVisible();
}

test('the form is under "Apply Now" and its file dialog offers documents', async () => {
  openCareers('Cleaner');
  await expect.element(page.getByRole('heading', { name: 'Apply Now' })).toBeVisible();
  for (const field of Object.values(fields)) await expect.element(field).toBeEnabled();
  await expect.element(fields.resume).toHaveAttribute('accept', '.pdf,.doc,.docx');
  await expect.element(fields.resume).not.toHaveAttribute('multiple');
});

test('the newest position is first', async () => {
  openCareers('Newer', 'Older');
  await expectTexts(page.getByRole('main').getByRole('heading', { level: 3 }), ['Newer', 'Older']);
});

test('an open position shows its title, place, type, description and requirements', async () => {
  openCareers('Stair cleaner');
  await expect.element(page.getByRole('heading', { name: 'Open Positions' })).toBeVisible();
  for (const text of [
    'Stair cleaner',
    'Renfrew',
    'Part-time',
    'Clean the stairs of tenements.',
    'A head for heights',
    'Own bicycle',
  ])
    await expect.element(card('Stair cleaner')).toHaveTextContent(text);
});

test('a long description is clamped, and showing all of it selects no position', async () => {
  server.publicRows.careers = [
    aPosting({ description: 'We clean the stairs of tenements in Renfrew. '.repeat(60) }),
  ];
  openSite('/careers');
  await page.getByRole('button', { name: 'Show all: Description of Cleaner' }).click();

  await expect
    .element(page.getByRole('button', { name: /^Show less/ }))
    .toHaveAttribute('aria-expanded', 'true');
  await expect.element(choice('Cleaner')).not.toBeChecked();
});

test('three placeholders show until the positions are loaded', async () => {
  const release = holdBack('careers', [aPosting()]);
  openSite('/careers');
  const loading = page.getByRole('status', { name: 'Loading the open positions' });
  await expect.poll(() => loading.element().childElementCount).toBe(3);
  release();
  await expect.element(choice('Cleaner')).toBeVisible();
  await expectCount(loading, 0);
});

test('no open position is said in words, and there is no form to apply with', async () => {
  openCareers();
  await expect.element(page.getByText(EMPTY)).toBeVisible();
  await expectCount(page.getByRole('heading', { name: 'Apply Now' }), 0);
  expect(document.querySelector('main form')).toBeNull();
});

test('positions that could not be loaded are logged, and the list shows as empty', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fail('careers');
  openSite('/careers');

  await expect.element(page.getByText(EMPTY)).toBeVisible();
  expect(String(logged.mock.calls)).toContain('could not be read');
  await expectCount(toast(/./), 0);
});

test('positions are chosen with the keyboard, one at a time, and the chosen one is marked in words', async () => {
  openCareers('Newer', 'Older');
  await expect.element(choice('Newer')).toBeEnabled();
  focus(choice('Newer'));
  await userEvent.keyboard(' ');
  await expect.element(choice('Newer')).toBeChecked();
  await userEvent.keyboard('{ArrowDown}');

  await expect.element(choice('Older')).toBeChecked();
  await expect.element(choice('Newer')).not.toBeChecked();
  await expectCount(page.getByText('Selected', { exact: true }), 1);
  await expect.element(card('Older')).toHaveTextContent('Selected');
});

test('a chosen position leads to the form, which names it', async () => {
  openCareers('Cleaner');
  await choice('Cleaner').click();
  await page.getByRole('button', { name: 'Apply for this position' }).click();

  await expect.element(fields.name).toHaveFocus();
  await expect.element(page.getByText('You are applying for: Cleaner')).toBeVisible();
});

test('on a phone the form is right below the chosen position, and another one can be chosen', async () => {
  await page.viewport(390, 844);
  openCareers('Newer', 'Older');
  await choice('Newer').click();
  await expectCount(page.getByRole('radio'), 1);
  await expect.element(choice('Newer')).toBeInViewport();

  await page.getByRole('button', { name: 'Choose another position' }).click();
  await expect.element(page.getByRole('radiogroup')).toHaveFocus();
  await expect.element(choice('Older')).toBeVisible();
  await expect.element(choice('Newer')).not.toBeChecked();
});

test('a position has an address of its own, where it is chosen already and search engines read it', async () => {
  const position = aPosting({ title: 'Stair cleaner' });
  server.publicRows.careers = [position, aPosting({ title: 'Other' })];
  openSite('/careers');
  const canonical = () => document.querySelector('link[rel=canonical]')?.getAttribute('href');
  const data = () => document.querySelector('script[type="application/ld+json"]')?.textContent;
  await expect.poll(canonical).toMatch(/\/careers$/);
  expect(data()).toBeUndefined();

  await card('Stair cleaner')
    .getByRole('link', { name: /^View this position/ })
    .click();
  const address = location.pathname + location.search;
  leavePage();
  openSite(address);
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent(/^Stair cleaner$/);
  expect(document.title).toMatch(/^Stair cleaner, Renfrew/);
  expect(canonical()).toMatch(new RegExp(`/careers\\?position=${position.id}$`));
  await expect.element(choice('Stair cleaner')).toBeChecked();
  await expectCount(choice('Other'), 0);
  await expect.poll(data).toBeDefined();
  expect(JSON.parse(data() ?? '')).toMatchObject({ '@type': 'JobPosting', title: 'Stair cleaner' });

  await page.getByRole('link', { name: 'See all open positions' }).click();
  await expect.element(choice('Other')).toBeVisible();
  expect(data()).toBeUndefined();
});

test('the address of a position that is closed says so, and is not to be listed', async () => {
  server.publicRows.careers = [aPosting({ title: 'Other' })];
  openSite(`/careers?position=${crypto.randomUUID()}`);
  await expect.element(page.getByText('This position is no longer open.')).toBeVisible();
  expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
  await expect.element(choice('Other')).toBeVisible();
});

test('the button is disabled until a position is chosen, and its hint says so', async () => {
  openCareers('Cleaner');
  await expect.element(submitButton).toBeDisabled();
  await expect.element(submitButton).toHaveAccessibleDescription('Please select a position first');
  await choice('Cleaner').click();

  await expect.element(submitButton).toBeEnabled();
  await expectCount(page.getByText('Please select a position first'), 0);
});

test('an application without a position is not sent, and names the missing field', async () => {
  openCareers('Cleaner');
  await fillIn();
  focus(fields.name);
  await userEvent.keyboard('{Enter}');

  await expect.element(errorSummary()).toHaveFocus();
  await errorSummary().getByRole('link', { name: 'Please select a position to apply for' }).click();
  await expect.element(page.getByRole('radiogroup', { name: 'Open Positions' })).toHaveFocus();
  expect(server.visitors.calls).toEqual([]);
});

test('an empty form names every missing field', async () => {
  openCareers('Cleaner');
  await choice('Cleaner').click();
  await submitButton.click();

  for (const [field, message] of [
    [fields.name, 'Name must be at least 2 characters'],
    [fields.phone, 'Please enter a valid phone number'],
    [fields.email, 'Please enter a valid email address'],
    [fields.resume, 'Resume is required'],
  ] as const)
    await expect.element(field).toHaveAccessibleDescription(new RegExp(message));
  await expectCount(errorSummary().getByRole('link'), 4);
  const box = fields.resume.element().parentElement as HTMLElement;
  expect(getComputedStyle(box).border, 'the box around the file').toBe(styleOf(fields.name).border);
});

/** `unit/domain/resume.test.ts` has the other kinds of files. */
const REFUSED_FILES = [
  [
    'a picture',
    aResume(2_000, { name: 'me.png', head: '\u0089PNG' }),
    'This file is not a PDF, DOC or DOCX. Please save it as a PDF and choose that one',
  ],
  [
    'rich text with the name of a Word document',
    aResume(2_000, { name: 'cv.doc', head: '{\\rtf1\\ansi Moira Stewart}' }),
    'This file is rich text \\(RTF\\), whatever its name says. Please save it as a PDF or DOCX and choose that one',
  ],
  [
    'an empty file',
    aResume(0, { name: 'cv.pdf', head: '' }),
    'This file is empty. Please choose another one',
  ],
  [
    'a file of 10 MB and one byte',
    aResume(10 * MB + 1),
    'This file is larger than 10 MB. Please choose a smaller one',
  ],
] as const;

for (const [what, file, text] of REFUSED_FILES) {
  test(`${what} is not taken as a resume, and the field says why`, async () => {
    openCareers('Cleaner');
    await expect.element(fields.resume).toBeEnabled();
    chooseFiles(fields.resume, file);

    await expect.element(fields.resume).toHaveAccessibleDescription(new RegExp(text));
    await expectCount(removeButton, 0);
  });
}

test('the resume shows its name and size, and is removed on request', async () => {
  openCareers('Cleaner');
  await choice('Cleaner').click();
  await fillIn(aResume(10 * MB));
  await expect.element(page.getByText('finlay-cv.pdf 10.0 MB')).toBeVisible();

  await removeButton.click();

  await expect.element(fields.resume).toHaveFocus();
  await submitButton.click();
  await expect.element(fields.resume).toHaveAccessibleDescription(/Resume is required/);
});

test('the cover letter counts its characters', async () => {
  openCareers('Cleaner');
  await expect.element(fields.coverLetter).toBeEnabled();
  await fields.coverLetter.fill('Hello 👋');
  await expect.element(page.getByText('7/1000 characters')).toBeVisible();
});

/** Leaves a filled-in application, once it is stored. */
async function leaveUnfinished(): Promise<void> {
  await choice('Cleaner').click();
  await fillIn();
  await expect
    .poll(() => db.forms.toArray())
    .toMatchObject([{ values: { resume: 'finlay-cv.pdf' } }]);
  leavePage();
}

test('an unfinished application is still there when the page is opened again, with its position and its file', async () => {
  openCareers('Cleaner');
  await leaveUnfinished();
  openSite('/careers');

  await expect.element(choice('Cleaner')).toBeChecked();
  await expect.element(fields.email).toHaveValue('finlay@example.com');
  await expect.element(removeButton).toHaveAccessibleName('Remove finlay-cv.pdf');
});

test('an application for a position that is no longer in the list is not sent, and its sender reads why', async () => {
  openCareers('Cleaner', 'Other');
  await leaveUnfinished();
  openCareers('Other');
  await expect.element(removeButton).toHaveAccessibleName('Remove finlay-cv.pdf');
  await submitButton.click();

  await expect.element(toast(POSITION_GONE)).toBeVisible();
  await expect.element(errorSummary().getByRole('link', { name: POSITION_GONE })).toBeVisible();
  expect(server.visitors.calls).toEqual([]);
  await choice('Other').click();
  await submitButton.click();
  await expect.element(toast(/submitted successfully/)).toBeVisible();
});
