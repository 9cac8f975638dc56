import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { clientOf } from '../backend/support/client.ts';
import { ADMIN } from '../backend/support/people.ts';
import type { TestBackend } from './backend.ts';
import { dayFromNow } from './booking.ts';
import type { Device } from './device.ts';
import { storeBooking } from './portal-records.ts';

/** A person of the crew, with an open code of the office. */
export interface Member {
  id: string;
  name: string;
  code: string;
}

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Makes an open code of a person, as the office does. */
export async function openCode(backend: TestBackend, crewId: string): Promise<string> {
  const code = Array.from({ length: 8 }, () =>
    LETTERS.charAt(Math.floor(Math.random() * LETTERS.length)),
  ).join('');
  await backend.query('delete from private.crew_codes where crew_id = $1', [crewId]);
  await backend.query(
    'insert into private.crew_codes (crew_id, prefix, hash) values ($1, $2, private.crew_code_hash($3))',
    [crewId, code.slice(0, 3), code],
  );
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

export async function addMember(backend: TestBackend, name = 'Ann Baker'): Promise<Member> {
  const id = randomUUID();
  await backend.query('insert into public.crew (id, name) values ($1, $2)', [id, name]);
  return { id, name, code: await openCode(backend, id) };
}

/** Stores a confirmed job of these people. `inDays`: from today. Returns the booking's id. */
export async function storeJob(
  backend: TestBackend,
  members: readonly Member[],
  {
    inDays = 0,
    access,
    instructions,
    ...changes
  }: { inDays?: number; access?: string; instructions?: string } & Record<string, unknown> = {},
): Promise<string> {
  const id = await storeBooking(backend, {
    preferred_date: dayFromNow(inDays),
    preferred_time: 'evening',
    status: 'confirmed',
    ...changes,
  });
  const crew = members.map((member) => member.id);
  await backend.query(
    'update public.bookings set crew = $2::uuid[], access = $3, instructions = $4 where id = $1',
    [id, crew, access ?? null, instructions ?? null],
  );
  await backend.query(
    `insert into private.setting_changes (id, booking_id, field, value, for_series, rev)
     select gen_random_uuid(), id, 'crew', to_jsonb(crew), false, rev from public.bookings where id = $1`,
    [id],
  );
  return id;
}

/** Types the code on the crew's page, and waits for the day. */
export async function register(page: Page, { name, code }: Member): Promise<void> {
  await page.getByLabel('Code from the office').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(dayHeading(page, name)).toBeVisible();
}

export const dayHeading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name });

/** The next job, which stands whole on the page. */
export const nextJob = (page: Page) =>
  page.getByRole('region').filter({ has: page.locator('#next-job') });

/** Opens the page of a registered phone whose worker keeps the page. */
export async function openRegistered(device: Device, member: Member): Promise<Page> {
  const page = await device.openInstalled('/crew');
  await register(page, member);
  await expect.poll(() => keepsPage(page), 'the page is kept').toBe(true);
  return page;
}

const keepsPage = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('crew-v1')).keys()).length > 0);

/** The reports that the office has about a booking, oldest first. */
export const reportsOn = (backend: TestBackend, bookingId: string) =>
  backend.query<{ id: string; kind: string; message: string | null; pictures: number }>(
    `select id, kind, message, pictures from public.crew_reports where booking_id = $1 order by created_at`,
    [bookingId],
  );

/** The names of a report's photographs in the bucket. */
export const photosOf = async (backend: TestBackend, eventId: string): Promise<string[]> => {
  const rows = await backend.query<{ name: string }>(
    `select name from storage.objects where bucket_id = 'jobs' and name like $1 order by name`,
    [`${eventId}/%`],
  );
  return rows.map(({ name }) => name.slice(eventId.length + 1));
};

/** A photograph as the office downloads it. */
export async function readPhoto(backend: TestBackend, path: string): Promise<Buffer> {
  const office = clientOf(backend.url);
  const { error } = await office.auth.signInWithPassword(ADMIN);
  if (error) throw error;
  const { data, error: missing } = await office.storage.from('jobs').download(path);
  if (missing) throw missing;
  return Buffer.from(await data.arrayBuffer());
}

/** Gives a job to these people, as the office does. */
export const giveTo = (backend: TestBackend, bookingId: string, members: readonly Member[]) =>
  backend.query('update public.bookings set crew = $2::uuid[] where id = $1', [
    bookingId,
    members.map(({ id }) => id),
  ]);

/** Ends a person's phones, as the office does. */
export const endPhones = (backend: TestBackend, { id }: Member) =>
  backend.query('delete from private.crew_devices where crew_id = $1', [id]);

/** Everything that the browser stores of the site, as one text; bytes of files as their number. */
export const storedTexts = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const texts: string[] = [
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
    ];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store);
        texts.push(`${store} ${JSON.stringify(await done(rows.getAll()))}`);
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        texts.push(
          `${request.url} ${/text|json|script/.test(response?.headers.get('content-type') ?? '') ? await response?.text() : ''}`,
        );
      }
    }
    return texts.join('\n');
  });
