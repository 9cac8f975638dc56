import { readFileSync } from 'node:fs';

/**
 * Supabase Storage's answer to one request, measured on PostgreSQL 15. Status 0: the connection was
 * reset.
 */
export interface StorageAnswer {
  case: string;
  status: number;
  body?: string;
  headers?: Record<string, string>;
}

/** 128 answers of the real Storage. */
export const STORAGE_ANSWERS: readonly StorageAnswer[] = readFileSync(
  new URL('contracts/storage-answers.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as StorageAnswer);

/**
 * The outcome of each answer for a visitor's upload, by case: `accepted`, `retry server`, `rejected
 * forbidden`.
 */
export const STORAGE_OUTCOMES: ReadonlyMap<string, string> = new Map(
  readFileSync(new URL('contracts/storage-outcomes.txt', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.split(' | '))
    .map(([name = '', outcome = '']) => [name, outcome] as const),
);

export interface RestAnswer {
  what: string;
  status: number;
  code?: string;
  message: string;
}

const VIOLATES = 'new row for relation "bookings" violates';

/** PostgREST's errors for a fault of the server, from its source. */
export const SERVER_FAULTS: readonly RestAnswer[] = [
  { what: 'an unknown key', status: 401, code: 'PGRST301', message: 'No suitable key was found' },
  { what: 'no anonymous access', status: 401, code: 'PGRST302', message: 'Anonymous is disabled' },
  { what: 'a clock that is wrong', status: 401, code: 'PGRST303', message: 'JWT issued at future' },
  { what: 'an unknown table', status: 404, code: 'PGRST205', message: 'Could not find the table' },
  {
    what: 'an unknown column',
    status: 400,
    code: 'PGRST204',
    message: 'Could not find the column',
  },
  { what: 'an unknown function', status: 404, code: 'PGRST202', message: 'Could not find it' },
  { what: 'a standby', status: 405, code: '25006', message: 'read-only transaction' },
  { what: 'a failover', status: 400, code: '0A000', message: 'feature not supported' },
  { what: 'a missing function', status: 404, code: '42883', message: 'function does not exist' },
  { what: 'a missing table', status: 404, code: '42P01', message: 'relation does not exist' },
  { what: 'a missing column', status: 400, code: '42703', message: 'column does not exist' },
  { what: 'a missing role', status: 401, code: '22023', message: 'role "anon" does not exist' },
  { what: 'a timeout', status: 500, code: '57014', message: 'canceling statement' },
  { what: 'too many connections', status: 503, code: '53300', message: 'too many clients' },
  { what: 'a full pool', status: 504, code: 'PGRST003', message: 'Timed out acquiring connection' },
  { what: 'a deadlock', status: 500, code: '40P01', message: 'deadlock detected' },
  { what: 'a full disk', status: 503, code: '53100', message: 'could not extend file' },
  { what: 'no schema cache', status: 503, code: 'PGRST002', message: 'Retrying the connection' },
  { what: 'a gateway without the key', status: 401, message: 'Invalid API key' },
  { what: 'a paused project', status: 540, message: 'Project paused' },
  { what: 'an upstream timeout', status: 504, message: 'The upstream server is timing out' },
];

/** PostgREST's errors for a fault in the request. */
export const REQUEST_FAULTS: readonly RestAnswer[] = [
  { what: 'a CHECK', status: 400, code: '23514', message: `${VIOLATES} check constraint` },
  { what: 'no number', status: 400, code: '22P02', message: 'invalid input syntax' },
  { what: 'no date', status: 400, code: '22007', message: 'invalid input syntax for type date' },
  { what: 'a text that is too long', status: 400, code: '22001', message: 'value too long' },
];
/** Row-level security or a missing grant, for a visitor. */
export const FORBIDDEN: RestAnswer = {
  what: 'row-level security',
  status: 401,
  code: '42501',
  message: 'new row violates row-level security policy',
};
/** The flood guard. */
export const FLOOD: RestAnswer = {
  what: 'the flood guard',
  status: 429,
  code: 'PT429',
  message: 'Too many requests',
};
