import { randomBytes, randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { clientOf } from '../backend/support/client.ts';
import { ADMIN } from '../backend/support/people.ts';
import type { Mail, TestBackend } from './backend.ts';
import type { Device } from './device.ts';
import { sentEverythingOf } from './outbox.ts';

export interface Position {
  id: string;
  title: string;
}

/** Opens a position for this test alone. */
export async function openPosition(backend: TestBackend): Promise<Position> {
  const title = `Cleaner ${randomUUID().slice(0, 8)}`;
  const [row] = await backend.query<{ id: string }>(
    `insert into public.careers (title, location, type, description, requirements)
     values ($1, 'Renfrew', 'Part-time', 'Clean the stairs of tenements.', array['A head for heights', 'Own bicycle']) returning id`,
    [title],
  );
  return { id: row?.id ?? '', title };
}

export const closePosition = (backend: TestBackend, { id }: Position) =>
  backend.query('delete from public.careers where id = $1', [id]);

export interface Applicant {
  name: string;
  phone: string;
  email: string;
  cover_letter: string | null;
}

/** A person with a unique name and email address. */
export function anApplicant(changes: Partial<Applicant> = {}): Applicant {
  const tag = randomUUID().slice(0, 8);
  return {
    name: `Finlay Arran ${tag}`,
    phone: '0141 496 0177',
    email: `finlay-${tag}@example.com`,
    cover_letter: 'I like clean windows.',
    ...changes,
  };
}

export interface PickedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A unique file of `size` bytes that begins like a PDF. */
export function aResume(size = 4_000, changes: Partial<PickedFile> = {}): PickedFile {
  const head = Buffer.from('%PDF-1.7\n');
  return {
    name: 'finlay-cv.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.concat([head, randomBytes(size - head.length)]),
    ...changes,
  };
}

export const MB = 1024 * 1024;

export const fieldsOf = (page: Page) => ({
  name: page.getByRole('textbox', { name: 'Full Name' }),
  phone: page.getByRole('textbox', { name: 'Phone' }),
  email: page.getByRole('textbox', { name: 'Email' }),
  resume: page.getByLabel('Resume'),
  coverLetter: page.getByRole('textbox', { name: 'Cover Letter' }),
});

export const submitButton = (page: Page) =>
  page.getByRole('button', { name: 'Submit Application' });
export const positionCard = (page: Page, { title }: Position) =>
  page.getByRole('radio', { name: title });
export const removeButton = (page: Page) => page.getByRole('button', { name: /^Remove/ });

/** Fills in the text fields, and picks the file. */
export async function fillIn(page: Page, applicant: Applicant, resume: PickedFile): Promise<void> {
  const fields = fieldsOf(page);
  await fields.name.fill(applicant.name);
  await fields.phone.fill(applicant.phone);
  await fields.email.fill(applicant.email);
  await fields.coverLetter.fill(applicant.cover_letter ?? '');
  await fields.resume.setInputFiles(resume);
  await expect(removeButton(page)).toBeVisible();
}

/**
 * Opens the careers page on a device with the site installed, and waits for the position: the
 * cached list of an earlier visit may lack it.
 */
export async function openCareers(device: Device, position: Position): Promise<Page> {
  const page = await device.openInstalled('/careers');
  await expect(positionCard(page, position)).toBeVisible();
  return page;
}

/** Chooses the position, fills in the form and submits it. */
export async function apply(
  page: Page,
  position: Position,
  applicant: Applicant,
  resume: PickedFile,
): Promise<void> {
  await positionCard(page, position).check();
  await fillIn(page, applicant, resume);
  await submitButton(page).click();
}

type ApplicationRow = Applicant & {
  id: string;
  career_id: string | null;
  resume_path: string;
  resume_url: string;
};

/** The office's data about an application: the stored records and the mails. */
export async function received(
  backend: TestBackend,
  { email }: Applicant,
): Promise<{ rows: ApplicationRow[]; mails: Mail[] }> {
  const columns = 'id, career_id, name, phone, email, cover_letter, resume_path, resume_url';
  const rows = await backend.query<ApplicationRow>(
    `select ${columns} from public.job_applications where email = $1`,
    [email],
  );
  const mails = (await backend.mails()).filter(({ replyTo }) => replyTo.includes(email));
  return { rows, mails };
}

/** Expects the office to have no trace of the application. */
export async function expectNotReceived(backend: TestBackend, applicant: Applicant): Promise<void> {
  expect(await received(backend, applicant)).toEqual({ rows: [], mails: [] });
}

interface Expected {
  position: Position;
  applicant: Applicant;
  resume: PickedFile;
  /** The extension that matches the file's bytes. */
  extension?: string;
}

/** Waits for the first mail about the application. */
export const arrives = (backend: TestBackend, applicant: Applicant): Promise<void> =>
  expect
    .poll(async () => (await received(backend, applicant)).mails.length, 'mails in the inbox')
    .toBeGreaterThan(0);

/**
 * Expects the office to get the application, one mail about it and the file byte for byte, each
 * exactly once. Waits until the device has nothing left to send.
 */
export async function expectReceivedOnce(
  device: Device,
  backend: TestBackend,
  expected: Expected,
): Promise<ApplicationRow> {
  await arrives(backend, expected.applicant);
  await sentEverythingOf(device, expected.applicant.email);
  return expectHasOnce(backend, expected);
}

/** Expects the office to have the application, its file and one mail about it now. */
export async function expectHasOnce(
  backend: TestBackend,
  { position, applicant, resume, extension = 'pdf' }: Expected,
): Promise<ApplicationRow> {
  const { rows, mails } = await received(backend, applicant);
  const [row] = rows;
  if (!row) throw new Error('There is a mail and no record');
  const path = `${row.id}.${extension}`;
  expect(rows).toEqual([
    { ...applicant, id: row.id, career_id: position.id, resume_path: path, resume_url: path },
  ]);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(position.title);
  expect((await readResume(backend, path)).equals(resume.buffer)).toBe(true);
  return row;
}

/** Reads a stored résumé through a signed link, as the office does. */
async function readResume(backend: TestBackend, path: string): Promise<Buffer> {
  const supabase = clientOf(backend.url);
  const signedIn = await supabase.auth.signInWithPassword(ADMIN);
  if (signedIn.error) throw signedIn.error;
  const { data, error } = await supabase.storage
    .from('resumes')
    .createSignedUrl(path, 3600, { download: true });
  if (error) throw error;
  return Buffer.from(await (await fetch(data.signedUrl)).arrayBuffer());
}
