import { expect, test } from 'vitest';
import {
  classifyAlert,
  classifyInsert,
  classifyUpload,
} from '../../../src/core/server/classify-response.ts';
import type { ServerResponse } from '../../../src/core/server/request-faults.ts';

const clash = (constraint: string) =>
  `duplicate key value violates unique constraint "${constraint}"`;
const orphan = (constraint: string) =>
  `insert or update on table "job_applications" violates foreign key constraint "${constraint}"`;

/** An outcome in one word. */
function word(result: ReturnType<typeof classifyInsert>): string {
  return 'reason' in result ? `${result.outcome} ${result.reason}` : result.outcome;
}

const inserts: [string, ServerResponse, string][] = [
  ['201', { status: 201 }, 'accepted'],
  [
    'a clash on the primary key',
    { status: 409, code: '23505', message: clash('bookings_pkey') },
    'accepted',
  ],
  [
    'a clash on the primary key, whatever the status',
    { status: 500, code: '23505', message: clash('bookings_pkey') },
    'accepted',
  ],
  [
    'any other clash',
    { status: 409, code: '23505', message: clash('bookings_email_key') },
    'rejected refused',
  ],
  [
    'a position that is gone',
    { status: 409, code: '23503', message: orphan('job_applications_career_id_fkey') },
    'rejected position-gone',
  ],
  [
    'a file that is gone',
    { status: 409, code: '23503', message: orphan('job_applications_resume_path_fkey') },
    'rejected file-missing',
  ],
  ['a broken rule', { status: 400, code: '23514' }, 'rejected invalid'],
  ['a list that is too long', { status: 413, code: 'PT413' }, 'rejected refused'],
  ['a refused right', { status: 401, code: '42501' }, 'rejected forbidden'],
  ['a refused right, whatever the status', { status: 500, code: '42501' }, 'rejected forbidden'],
  ['a code that is in no table', { status: 400, code: '22000' }, 'retry server'],
  ['a gateway’s 401', { status: 401, message: 'Invalid API key' }, 'retry server'],
  ['a gateway’s 404', { status: 404 }, 'retry server'],
  ['a 409 without a code', { status: 409 }, 'retry server'],
  ['200', { status: 200 }, 'retry not-our-server'],
  ['no answer', { status: 0 }, 'retry offline'],
  ['408', { status: 408 }, 'retry server'],
  ['425', { status: 425 }, 'retry server'],
  ['429', { status: 429, code: 'PT429' }, 'retry rate-limited'],
  ['500', { status: 500 }, 'retry server'],
  ['503', { status: 503, code: 'PGRST002' }, 'retry server'],
  ['another server’s answer', { status: 0, notOurServer: true }, 'retry not-our-server'],
  ['a gateway’s 502', { status: 0, notOurServer: true, foreignStatus: 502 }, 'retry server'],
  ['a proxy’s 413', { status: 0, notOurServer: true, foreignStatus: 413 }, 'retry too-large'],
  ['a gateway’s 413 in JSON', { status: 413 }, 'retry too-large'],
];

test.each(inserts)('an insert answered with %s', (_, answer, expected) => {
  expect(word(classifyInsert(answer))).toBe(expected);
});

const uploads: [string, ServerResponse, string][] = [
  ['200', { status: 200 }, 'accepted'],
  ['a file already there', { status: 409, code: 'Duplicate' }, 'accepted'],
  ['a file too large', { status: 413, code: 'Payload too large' }, 'rejected file-refused'],
  ['a type not allowed', { status: 415, code: 'invalid_mime_type' }, 'rejected file-refused'],
  [
    'a refused right',
    {
      status: 403,
      code: 'Unauthorized',
      message: 'new row violates row-level security policy',
    },
    'rejected forbidden',
  ],
  [
    'a token that is no good',
    { status: 403, code: 'Unauthorized', message: 'signature verification failed' },
    'retry server',
  ],
  ['no bucket', { status: 404, code: 'Bucket not found' }, 'retry server'],
  ['a gateway’s 403', { status: 403 }, 'retry server'],
  ['a gateway’s 409', { status: 409 }, 'retry server'],
  ['a proxy’s 413', { status: 0, notOurServer: true, foreignStatus: 413 }, 'retry too-large'],
  [
    'the flood guard’s 500',
    { status: 500, code: 'DatabaseError', message: 'database error, code: PT429' },
    'retry rate-limited',
  ],
  ['429', { status: 429 }, 'retry rate-limited'],
  ['503', { status: 503 }, 'retry server'],
  ['no answer', { status: 0 }, 'retry offline'],
];

test.each(uploads)('an upload answered with %s', (_, answer, expected) => {
  expect(word(classifyUpload(answer))).toBe(expected);
});

test.each([
  ['200', { status: 200 }, 'accepted'],
  ['202', { status: 202 }, 'retry in-progress'],
  ['the function’s 404', { status: 404, code: 'There is no such record.' }, 'rejected refused'],
  ['a gateway’s 404', { status: 404 }, 'retry server'],
  ['502', { status: 502 }, 'retry server'],
  ['a gateway’s 502', { status: 0, notOurServer: true, foreignStatus: 502 }, 'retry server'],
  [
    'a network that wants its own sign-in first',
    { status: 0, notOurServer: true, foreignStatus: 511 },
    'retry not-our-server',
  ],
  ['no answer', { status: 0 }, 'retry offline'],
])('an alert answered with %s', (_, answer, expected) => {
  expect(word(classifyAlert(answer))).toBe(expected);
});

test('a Retry-After comes along', () => {
  expect(classifyInsert({ status: 503, retryAfterMs: 5_000 })).toEqual({
    outcome: 'retry',
    reason: 'server',
    retryAfterMs: 5_000,
  });
});
