import { strToU8, zipSync, type Zippable } from 'fflate';
import type { Entity } from '../../src/core/domain/entities.ts';
import {
  DRAFT_RETENTION_DAYS,
  RECEIPT_RETENTION_DAYS,
  ROLE_BELIEVED_DAYS,
} from '../../src/core/domain/limits.ts';
import { SUBMISSION_TABLES } from '../../src/core/domain/submission.ts';
import type { ProjectApi } from '../functions/_shared/project-api.ts';
import { StartError } from '../local/start-error.ts';
import {
  count,
  countSubmissions,
  removeDeletedFiles,
  sumOfSubmissions,
  type DeletedSubmissions,
} from './deleted-submissions.ts';

type Row = Record<string, unknown>;

/** The rows by table: submissions, and other records of an address. */
interface PersonRecords extends Partial<Record<Entity, Row[]>> {
  job_applications: (Row & { resume_path: string })[];
  alerts: Row[];
  accounts: Row[];
  push_devices: Row[];
  /** The names of the crew's pictures of the person's bookings. */
  pictures: string[];
}

/** Another address that may belong to the same person. The match `name` alone proves nothing. */
export interface SimilarAddress extends Partial<Record<Entity, number>> {
  email: string;
  match: 'mailbox' | 'phone' | 'name';
}

interface PersonExport {
  zip: Uint8Array;
  summary: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

const readRecords = async (project: ProjectApi, email: string) =>
  (await project.call('person_records', { address: email })) as PersonRecords;

const countsOf = (records: PersonRecords) =>
  Object.fromEntries(SUBMISSION_TABLES.map((table) => [table, records[table]?.length ?? 0]));

/** The submissions of an address as text, `1 booking and 2 messages`; null if it has none. */
export async function storedOf(project: ProjectApi, email: string): Promise<string | null> {
  const counts = countsOf(await readRecords(project, email));
  return sumOfSubmissions(counts) === 0 ? null : countSubmissions(counts);
}

/** Other addresses among the submissions that may belong to the person, the most certain first. */
export const similarAddresses = async (project: ProjectApi, email: string) =>
  (await project.call('similar_addresses', { address: email })) as SimilarAddress[];

const MATCHES: Record<SimilarAddress['match'], string> = {
  mailbox: 'the same mailbox in another spelling',
  phone: 'the same phone number',
  name: 'the same name, perhaps another person',
};

/** `moira+van@example.com (the same mailbox in another spelling): 1 booking, …` */
export const describeSimilar = (similar: SimilarAddress): string =>
  `${similar.email} (${MATCHES[similar.match]}): ${countSubmissions(similar)}`;

/** Lists addresses below a heading; an empty list for no addresses. */
export const listSimilar = (heading: string, similar: SimilarAddress[]): string[] =>
  similar.length === 0 ? [] : [heading, ...similar.map((one) => `- ${describeSimilar(one)}`)];

/**
 * All rows of an address as JSON, and its files, in one zip; null if nothing is stored. The JSON
 * lists missing files. Only the summary names similar addresses: the zip goes to the person, and an
 * address may be somebody else's.
 */
export async function exportPerson(
  project: ProjectApi,
  email: string,
): Promise<PersonExport | null> {
  const records = await readRecords(project, email);
  if (Object.values(records).every((rows) => (rows as Row[]).length === 0)) return null;
  const zipped: Zippable = {};
  const missing: string[] = [];
  const { pictures, ...rows } = records;
  for (const [bucket, name] of [
    ...rows.job_applications.map(({ resume_path: resume }) => ['resumes', resume] as const),
    ...pictures.map((picture) => ['jobs', picture] as const),
  ]) {
    const bytes = await project.readFile(bucket, name);
    if (bytes === null) missing.push(name);
    // Uploaded files are usually compressed already.
    else zipped[`${bucket}/${name}`] = [bytes, { level: 0 }];
  }
  const json = JSON.stringify(
    { email, exported_at: new Date().toISOString(), ...rows, missing_files: missing },
    null,
    2,
  );
  zipped['records.json'] = strToU8(json);
  const { accounts, push_devices: devices } = records;
  const lines = [`Found ${countSubmissions(countsOf(records))}.`];
  if (accounts.length > 0)
    lines.push(
      `The address also signs in to the portal: records.json has that account and ${count(devices.length, 'device')} with push notifications.`,
    );
  if (missing.length > 0) lines.push(`No longer stored: ${missing.join(', ')}.`);
  return { zip: zipSync(zipped), summary: lines.join('\n') };
}

const dayAfter = (now: Date, days: number) =>
  new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);

const beyondReach = (now: Date, isHosted: boolean) => `This command cannot erase all copies:
- A portal on a phone or computer deletes its copy when it is next online. Offline it stops showing the copy ${count(ROLE_BELIEVED_DAYS, 'day')}
  after it was last online: on ${dayAfter(now, ROLE_BELIEVED_DAYS)} at the latest.
- A phone of the crew deletes a job when it is next online. Offline it deletes all of them at the end of tomorrow.
- The person's own device keeps a draft for ${count(DRAFT_RETENTION_DAYS, 'day')}, and a receipt under My requests for ${count(RECEIPT_RETENTION_DAYS, 'day')} after it was sent: ${dayAfter(now, RECEIPT_RETENTION_DAYS)}
  at the latest; both go when the site is opened after that, or at once under My requests. A request that still waits there
  unsent arrives when the site is opened: run this command again if one does.
- The office's mailbox and the email provider's log have the mails about these records, and the person's own mailbox a receipt.
- If a receipt bounced or was reported as spam, a hash of the address stays, so that it gets no other receipt.
- ${isHosted ? 'The platform’s daily backups hold the records for as long as its plan keeps them. ' : ''}Copies made elsewhere hold them for as long
  as they are kept. Keep the address in mind, outside of this system, and erase it again
  after a restore.
- A testimonial or picture about the person has no address, and a booking from a call may have none: find it by name or phone
  number in the portal, and delete it there.`;

interface Erasure {
  email: string;
  /** The similar addresses to erase as well. */
  also: SimilarAddress[];
  /** The similar addresses to leave. */
  left: SimilarAddress[];
}

/**
 * Deletes the rows, alerts and files of addresses, and returns a report. It may be repeated. Throws
 * the report as a StartError when nothing was stored, or a file remains.
 */
export async function erasePerson(
  project: ProjectApi,
  { email, also, left }: Erasure,
  now: Date,
  isHosted: boolean,
): Promise<string> {
  const { accounts, push_devices: devices } = await readRecords(project, email);
  const erased: DeletedSubmissions = { files: [], pictures: [] };
  // Rows before files, because an application protects its file from removal.
  for (const address of [email, ...also.map((similar) => similar.email)]) {
    const deleted = (await project.call('erase_person', { address })) as DeletedSubmissions;
    for (const table of SUBMISSION_TABLES)
      erased[table] = (erased[table] ?? 0) + (deleted[table] ?? 0);
    erased.files.push(...deleted.files);
    erased.pictures.push(...deleted.pictures);
  }
  const isNothing = sumOfSubmissions(erased) === 0;
  const files = await removeDeletedFiles(project, erased);
  const lines = [
    isNothing
      ? `Nothing is stored under ${email}: check the spelling.`
      : `Erased ${countSubmissions(erased)}, with their alerts and answers. A random id and a number remain of each.`,
  ];
  lines.push(...files.map((removed) => removed.text));
  if (accounts.length > 0) {
    lines.push(
      `${email} also signs in to the portal, with push notifications on ${count(devices.length, 'device')}. The account stays, and its devices: see "When somebody leaves" in docs/production.md.`,
    );
  }
  lines.push(
    ...listSimilar(
      'Not erased, because they may be somebody else’s. Erase those of the same person:',
      left,
    ),
  );
  const text = [...lines, '', beyondReach(now, isHosted)].join('\n');
  if (isNothing || files.some(({ isLeft }) => isLeft)) throw new StartError(text);
  return text;
}
