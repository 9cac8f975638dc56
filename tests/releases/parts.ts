import { vi } from 'vitest';
import { writeFileSync } from 'node:fs';
import type { Fixture } from './fixture.ts';

/** The parts of the scripts that depend on no release. */

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
export const CAREER = '5f0c1f0e-6a3b-4b8e-9d57-0d9d2b6f3c11';

export const OFFLINE = { outcome: 'retry', reason: 'offline' } as const;
export const NOT_OUR_SERVER = { outcome: 'retry', reason: 'not-our-server' } as const;
export const SERVER = { outcome: 'retry', reason: 'server' } as const;
export const RATE_LIMITED = { outcome: 'retry', reason: 'rate-limited' } as const;
export const SIGNED_OUT = { outcome: 'signed-out' } as const;
export const refused = <Reason extends string>(reason: Reason) =>
  ({ outcome: 'rejected', reason, message: `Refused as ${reason}.` }) as const;
export const answer =
  <T>(result: T) =>
  async () =>
    result;
/** A request that runs when its tab is killed. */
export const killed = () => new Promise<never>(() => undefined);

/** Waits for another tab’s write; `vi.waitFor` would move the clock. */
export async function until(isReached: () => Promise<boolean | undefined>): Promise<void> {
  while (!(await isReached())) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** Mints ids that are the same in each run. */
export function countIds(): void {
  let minted = 0;
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    const bytes = array as Uint8Array;
    minted += 1;
    // Different from the first byte on: a reference is made of the first five.
    bytes.forEach((_, at) => (bytes[at] = (minted * 97 + at * 31 + minted * at * 7) % 256));
    return array;
  });
}

export const bytesOf = (text: string): ArrayBuffer =>
  Uint8Array.from(text, (char) => char.charCodeAt(0)).buffer;

export const pdf = (text: string) => ({
  name: 'cv.pdf',
  type: 'application/pdf',
  extension: 'pdf',
  bytes: bytesOf(`%PDF-1.4 ${text}`),
});

export const photo = (name: string) => ({
  name,
  type: 'image/jpeg',
  bytes: bytesOf(`\xff\xd8\xff\xe0 ${name}`),
});

const TABLES = [
  'bookings',
  'careers',
  'job_applications',
  'contact_messages',
  'gallery_images',
  'testimonials',
  'alerts',
  'crew',
] as const;
type TableName = (typeof TABLES)[number];

/** The id of a list's row on the server. */
export const idOf = (table: TableName, at: number): string =>
  `00000000-0000-4000-8${TABLES.indexOf(table)}00-${String(at).padStart(12, '0')}`;

/** A list's rows as the server gives them, each with these columns too. */
export function listRows(
  table: TableName,
  count: number,
  changes: object = {},
): ({ id: string; rev: number } & Record<string, unknown>)[] {
  const person = { name: 'Cara Dunn', email: 'cara@example.com' };
  const phone = '0141 496 0123';
  const columns: Record<TableName, object> = {
    bookings: {
      ...{ ...person, phone, address: '1 High Street, Paisley', service_type: 'deep' },
      ...{ preferred_date: '2026-12-01', preferred_time: 'morning', notes: null },
      status: 'pending',
    },
    careers: {
      ...{ title: 'Cleaner', type: 'Full-time', location: 'Paisley' },
      ...{ description: 'Clean offices.', requirements: ['A van'] },
    },
    job_applications: {
      ...{ ...person, phone, career_id: CAREER, cover_letter: null, job_title: 'Cleaner' },
      ...{ resume_path: 'cv.pdf', resume_url: 'cv.pdf' },
    },
    contact_messages: { ...person, subject: 'A question', message: 'Do you clean windows?' },
    gallery_images: {
      ...{ alt: 'A kitchen', category: 'Residential', created_by: null },
      ...{ file_path: 'a.jpg', url: 'https://files.example/gallery/a.jpg' },
    },
    testimonials: {
      ...{ name: 'Cara Dunn', role: null, rating: 5, quote: 'They left every room spotless.' },
      ...{ avatar_path: null, avatar_url: null, created_by: null },
    },
    alerts: {
      ...{ kind: 'contact', record_id: idOf('contact_messages', 0), state: 'failed', attempts: 3 },
      ...{ bounced_at: null, bounces: 0, claimed_at: null, event_id: null, job_title: null },
      ...{ reason: 'The mailbox is full.', sent_at: null },
    },
    crew: { name: 'Ann Baker', phone: '07700 900123' },
  };
  return Array.from({ length: count }, (_, at) => ({
    ...columns[table],
    ...changes,
    id: idOf(table, at),
    rev: TABLES.indexOf(table) * 10 + at + 1,
    created_at: `2026-11-2${at}T08:00:00.00000${at}+00:00`,
  }));
}

/** Writes `device.json` into the folder, one row a line. */
export function writeFixture(folder: string, { databases, items, ...rest }: Fixture): void {
  const lines = (values: readonly unknown[]) =>
    values.length === 0
      ? '[]'
      : `[\n${values.map((value) => `  ${JSON.stringify(value)}`).join(',\n')}\n]`;
  /** The value's JSON without its last bracket, and a member after it. */
  const extended = (value: object, member: string, text: string) =>
    `${JSON.stringify(value).slice(0, -1)},\n"${member}": ${text}}`;
  const written = databases.map(({ rows, ...database }) => {
    const tables = Object.entries(rows).map(([table, values]) => `"${table}": ${lines(values)}`);
    return extended(database, 'rows', `{\n${tables.join(',\n')}\n}`);
  });
  const withItems = extended(rest, 'items', lines(items));
  const text = `${withItems.slice(0, -1)},\n"databases": [\n${written.join(',\n')}\n]}\n`;
  writeFileSync(`${folder}/device.json`, text);
}
