import { expect, test } from 'vitest';
import { readAlert, readInsert, readUpload, type Answer } from '../../../src/core/backend/answer.ts';

const clash = (constraint: string) => `duplicate key value violates unique constraint "${constraint}"`;
const orphan = (constraint: string) => `insert or update on table "job_applications" violates foreign key constraint "${constraint}"`;

/** An outcome in one word. */
function word(result: ReturnType<typeof readInsert>): string {
  if (result.outcome === 'accepted') return 'accepted';
  return `${result.outcome} ${result.reason}`;
}

const inserts: [string, Answer, string][] = [
  ['201', { status: 201 }, 'accepted'],
  ['a clash on the primary key', { status: 409, code: '23505', message: clash('bookings_pkey') }, 'accepted'],
  ['a clash on the primary key, whatever the status', { status: 500, code: '23505', message: clash('bookings_pkey') }, 'accepted'],
  ['any other clash', { status: 409, code: '23505', message: clash('bookings_email_key') }, 'rejected refused'],
  ['a position that is gone', { status: 409, code: '23503', message: orphan('job_applications_career_id_fkey') }, 'rejected position-gone'],
  ['a file that is gone', { status: 409, code: '23503', message: orphan('job_applications_resume_path_fkey') }, 'rejected file-missing'],
  ['a broken rule', { status: 400, code: '23514' }, 'rejected invalid'],
  ['a column that is not there', { status: 400, code: 'PGRST204' }, 'rejected invalid'],
  ['a refused right', { status: 401, code: '42501' }, 'rejected forbidden'],
  ['a refused right, whatever the status', { status: 500, code: '42501' }, 'rejected forbidden'],
  ['a wrong key', { status: 401, message: 'Invalid API key' }, 'rejected refused'],
  ['200', { status: 200 }, 'retry foreign'],
  ['no answer', { status: 0 }, 'retry offline'],
  ['408', { status: 408 }, 'retry server'],
  ['425', { status: 425 }, 'retry server'],
  ['429', { status: 429, code: 'PT429' }, 'retry rate-limited'],
  ['500', { status: 500 }, 'retry server'],
  ['503', { status: 503, code: 'PGRST002' }, 'retry server'],
  ['a foreign answer', { status: 0, foreign: true }, 'retry foreign'],
];

test.each(inserts)('an insert answered with %s', (_, answer, expected) => {
  expect(word(readInsert(answer))).toBe(expected);
});

const uploads: [string, Answer, string][] = [
  ['200', { status: 200 }, 'accepted'],
  ['a file already there', { status: 409 }, 'accepted'],
  ['a file too large', { status: 413 }, 'rejected file-refused'],
  ['a type not allowed', { status: 415 }, 'rejected file-refused'],
  ['a refused right', { status: 403 }, 'rejected forbidden'],
  ['no bucket', { status: 404 }, 'rejected refused'],
  ['429', { status: 429 }, 'retry rate-limited'],
  ['503', { status: 503 }, 'retry server'],
  ['no answer', { status: 0 }, 'retry offline'],
];

test.each(uploads)('an upload answered with %s', (_, answer, expected) => {
  expect(word(readUpload(answer))).toBe(expected);
});

test.each([
  [200, 'accepted'],
  [202, 'accepted'],
  [404, 'rejected refused'],
  [502, 'retry server'],
  [0, 'retry offline'],
])('an alert answered with %i', (status, expected) => {
  expect(word(readAlert({ status }))).toBe(expected);
});

test('the server’s wish comes along', () => {
  expect(readInsert({ status: 503, retryAfterMs: 5_000 })).toEqual({ outcome: 'retry', reason: 'server', afterMs: 5_000 });
});
