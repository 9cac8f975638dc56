import { randomUUID } from 'node:crypto';
import type { Entity } from '../../src/core/domain/entities.ts';
import { clientOf } from '../backend/support/client.ts';
import { aResume, type PickedFile } from './application.ts';
import type { TestBackend } from './backend.ts';
import * as records from './records.ts';

/** Empties a table. */
export const clear = (backend: TestBackend, table: Entity) =>
  backend.query(`delete from public.${table}`);

/** Stores a row with any columns. */
async function store(
  backend: TestBackend,
  table: Entity,
  row: { id: string } & Record<string, unknown>,
): Promise<string> {
  const columns = Object.keys(row);
  const values = columns.map((_, index) => `$${index + 1}`);
  await backend.query(
    `insert into public.${table} (${columns.join(', ')}) values (${values.join(', ')})`,
    Object.values(row),
  );
  return row.id;
}

type Changes = Record<string, unknown>;

/** Each stores a record with the test's changes, including status and time. Returns its id. */
export const storeBooking = (backend: TestBackend, changes: Changes = {}) =>
  store(backend, 'bookings', records.aBooking(changes));

export const storeMessage = (backend: TestBackend, changes: Changes = {}) =>
  store(backend, 'contact_messages', records.aMessage(changes));

export const storePosting = (backend: TestBackend, changes: Changes = {}) =>
  store(backend, 'careers', { id: randomUUID(), ...records.aPosting(changes) });

export const storePerson = (backend: TestBackend, changes: Changes = {}) =>
  store(backend, 'crew', records.aPerson(changes));

/**
 * Stores an application with its file, for its own position unless `changes` names one. Returns its
 * id.
 */
export async function storeApplication(
  backend: TestBackend,
  changes: Changes = {},
  resume: PickedFile = aResume(),
): Promise<string> {
  const id = randomUUID();
  const path = `${id}.pdf`;
  const { error } = await clientOf(backend.url)
    .storage.from('resumes')
    .upload(path, resume.buffer, { contentType: resume.mimeType });
  if (error) throw error;
  const career_id = changes.career_id ?? (await storePosting(backend));
  const applicant = {
    name: 'Ann Baker',
    phone: '0141 555 0100',
    email: 'ann@example.com',
    cover_letter: null,
  };
  return store(backend, 'job_applications', {
    ...applicant,
    resume_path: path,
    resume_url: path,
    ...changes,
    career_id,
    id,
  });
}

/** Stores this many bookings at once, the newest first. */
export const storeManyBookings = (backend: TestBackend, count: number) =>
  backend.query(
    `insert into public.bookings (id, name, phone, email, address, service_type, preferred_date, preferred_time, created_at)
     select gen_random_uuid(), 'Customer ' || n, '0141 555 0100', 'customer' || n || '@example.com', '1 High Street, Paisley',
       'deep', '2027-03-01', 'morning', now() - n * interval '1 minute' from generate_series(1, $1::int) n`,
    [count],
  );
