import { refuse as refuseAuth } from '../auth/auth-answers.ts';
import type { TokenFault } from './caller.ts';

/** The services behind the gate, named as in the first segment of a path. */
export type Service = 'rest' | 'auth' | 'storage';

const serviceOf = (path: string) => path.split('/')[1] as Service;

/** One refusal, in the words of each service. */
interface Refusal {
  status: number;
  message: string;
  rest: string;
  auth: string;
  /** The error and its code; Storage answers 400 and keeps the status in the body. */
  storage: readonly [error: string, code: string];
}

const UNLISTED = {
  status: 404,
  message: 'Not served here',
  rest: 'PGRST205',
  auth: 'not_found',
  storage: ['not_found', 'InvalidRequest'],
} as const;
const LONG_BODY = {
  status: 413,
  message: 'The object exceeded the maximum allowed size',
  rest: '54000',
  auth: 'request_too_large',
  storage: ['Payload too large', 'EntityTooLarge'],
} as const;
const BUSY = {
  status: 503,
  message: 'The server has too much to do. Please try again in a moment.',
  rest: '53000',
  auth: 'unavailable',
  storage: ['SlowDown', 'SlowDown'],
} as const;

function answer(path: string, { status, message, rest, auth, storage }: Refusal): Response {
  const service = serviceOf(path);
  if (service === 'auth') return refuseAuth(status, auth, message);
  if (service === 'rest')
    return Response.json({ code: rest, message, details: null, hint: null }, { status });
  if (service !== 'storage') return Response.json({ error: message }, { status });
  const [error, code] = storage;
  return Response.json(
    { statusCode: String(status), error, code, message },
    { status: status === 503 ? 503 : 400 },
  );
}

export const refuseUnlisted = (path: string): Response => answer(path, UNLISTED);
export const refuseLongBody = (path: string): Response => answer(path, LONG_BODY);

/** Clients send again later. */
export function refuseBusy(path: string): Response {
  const response = answer(path, BUSY);
  response.headers.set('retry-after', '5');
  return response;
}

export const refuseKey = (): Response =>
  Response.json({ message: 'Invalid API key' }, { status: 401 });

/** Refuses a caller whose role may not send the request. */
export const refuseRole = (path: string, hasToken: boolean): Response =>
  answer(path, {
    status: hasToken || path.startsWith('/auth/v1/admin/') ? 403 : 401,
    message: 'permission denied',
    rest: '42501',
    auth: path.startsWith('/auth/v1/admin/') ? 'not_admin' : 'no_authorization',
    storage: ['Unauthorized', 'AccessDenied'],
  });

const FAULTS: Readonly<Record<TokenFault, string>> = {
  malformed: 'Invalid Compact JWS',
  forged: 'signature verification failed',
  expired: '"exp" claim timestamp check failed',
};

/** Refuses a token that is malformed, forged or expired. */
export const refuseToken = (path: string, fault: TokenFault): Response =>
  answer(path, {
    status: serviceOf(path) === 'rest' ? 401 : 403,
    message: fault === 'expired' && serviceOf(path) === 'rest' ? 'JWT expired' : FAULTS[fault],
    rest: fault === 'expired' ? 'PGRST303' : 'PGRST301',
    auth: 'bad_jwt',
    storage: ['Unauthorized', 'AccessDenied'],
  });
