import { refuse as refuseAuth } from '../auth/auth-answers.ts';
import type { Caller, TokenFault } from './caller.ts';

/** The services behind the gate, named as in the first segment of a path. */
export type Service = 'rest' | 'auth' | 'storage';

const restBody = (code: string, message: string) => ({ code, message, details: null, hint: null });
const refuseRest = (status: number, code: string, message: string): Response =>
  Response.json(restBody(code, message), { status });

/** Storage answers 400 and keeps the real status in the body. */
export const refuseStorage = (
  statusCode: string,
  error: string,
  code: string,
  message: string,
): Response => Response.json({ statusCode, error, code, message }, { status: 400 });

export const refuseKey = (): Response =>
  Response.json({ message: 'Invalid API key' }, { status: 401 });

/** For a missing and for a private bucket alike: Storage does not say which. */
export const refuseBucket = (): Response =>
  refuseStorage('404', 'Bucket not found', 'NoSuchBucket', 'Bucket not found');

/** 404 for an unlisted request. */
export function refuseUnlisted(service: Service, path: string): Response {
  const [, , , name = '', called = ''] = path.split('/');
  if (service === 'auth') return refuseAuth(404, 'not_found', 'Not served here');
  if (service === 'rest')
    return name === 'rpc'
      ? refuseRest(404, 'PGRST202', `Could not find the function public.${called} here`)
      : refuseRest(404, 'PGRST205', `Could not find the table 'public.${name}' here`);
  return Response.json(
    { statusCode: '404', error: 'not_found', code: 'InvalidRequest', message: 'Not served here' },
    { status: 404 },
  );
}

/** 400 for an unlisted parameter or header, or a value out of bounds. */
export function refuseQuery(service: Service, name: string): Response {
  if (service === 'auth')
    return refuseAuth(400, 'validation_failed', `The parameter ${name} is not valid`);
  return service === 'rest'
    ? refuseRest(400, 'PGRST100', `The parameter or header ${name} is not served here`)
    : refuseStorage('400', 'Error', 'InvalidRequest', `querystring/${name} is not valid`);
}

/** A fault of a body: its path, and its SQLSTATE, or undefined if the shape is wrong. */
interface BodyFault {
  path: string;
  message: string;
  sqlState?: string | undefined;
  unknownColumn?: string | undefined;
}

/** 400 for a body of the wrong shape, or, without a fault, for one that is not JSON. */
export function refuseBody(service: Service, fault?: BodyFault): Response {
  if (service === 'auth')
    return fault
      ? refuseAuth(400, 'validation_failed', `The field ${fault.path} is not valid`)
      : refuseAuth(400, 'bad_json', 'Could not parse request body as JSON');
  if (service === 'storage')
    return refuseStorage(
      '400',
      'Error',
      'InvalidRequest',
      fault ? `body/${fault.path} ${fault.message}` : 'The body is not valid JSON',
    );
  if (fault?.unknownColumn !== undefined)
    return refuseRest(400, 'PGRST204', `Could not find the '${fault.unknownColumn}' column`);
  return fault?.sqlState === undefined
    ? refuseRest(400, 'PGRST102', 'Empty or invalid json')
    : refuseRest(400, fault.sqlState, `invalid input in ${fault.path}`);
}

/** Refuses a caller whose role may not send the request. */
export function refuseRole(
  service: Service,
  method: string,
  path: string,
  { hasToken }: Pick<Caller, 'hasToken'>,
): Response {
  if (service === 'rest') return refuseRest(hasToken ? 403 : 401, '42501', 'permission denied');
  // Row-level security hides the files, so Storage reports that it deleted none.
  if (service === 'storage' && method === 'DELETE') return Response.json([]);
  if (service === 'storage')
    return method === 'POST' && !path.startsWith('/storage/v1/object/sign/')
      ? refuseStorage(
          '403',
          'Unauthorized',
          'AccessDenied',
          'new row violates row-level security policy',
        )
      : refuseStorage('404', 'not_found', 'NoSuchKey', 'Object not found');
  return path.startsWith('/auth/v1/admin/')
    ? refuseAuth(403, 'not_admin', 'User not allowed')
    : refuseAuth(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
}

const STORAGE_FAULTS: Readonly<Record<TokenFault, string>> = {
  malformed: 'Invalid Compact JWS',
  forged: 'signature verification failed',
  expired: '"exp" claim timestamp check failed',
};

/** Refuses a token that is malformed, forged or expired. */
export function refuseToken(service: Service, fault: TokenFault): Response {
  if (service === 'storage')
    return refuseStorage('403', 'Unauthorized', 'AccessDenied', STORAGE_FAULTS[fault]);
  if (service === 'auth')
    return refuseAuth(403, 'bad_jwt', 'Invalid JWT: unable to verify its signature or its time');
  return fault === 'expired'
    ? refuseRest(401, 'PGRST303', 'JWT expired')
    : refuseRest(401, 'PGRST301', 'No suitable key or wrong key type');
}

/** Refuses a signed link whose token is faulty or belongs to another file. */
export const refuseLink = (fault: TokenFault | 'another-file'): Response =>
  fault === 'another-file'
    ? refuseStorage('400', 'InvalidSignature', 'InvalidSignature', 'Invalid signature')
    : refuseStorage('400', 'InvalidJWT', 'InvalidJWT', STORAGE_FAULTS[fault]);

/** One refusal, as each service words it. */
interface Refusal {
  status: number;
  message: string;
  rest: string;
  auth: string;
  storage: { error: string; message?: string };
}

const LONG_BODY: Refusal = {
  status: 413,
  message: 'The request is longer than allowed here.',
  rest: '54000',
  auth: 'request_too_large',
  storage: {
    error: 'Payload too large',
    message: 'The object exceeded the maximum allowed size',
  },
};
const BUSY: Refusal = {
  status: 503,
  message: 'The server has too much to do. Please try again in a moment.',
  rest: '53000',
  auth: 'unavailable',
  storage: { error: 'SlowDown' },
};
const FULL_DISK: Refusal = {
  status: 503,
  message: 'The disk of the server is full. Please try again later.',
  rest: '53100',
  auth: 'unavailable',
  storage: { error: 'Unavailable' },
};
const SESSION_LOST: Refusal = {
  status: 503,
  message: 'The database is being opened anew. Please try again.',
  rest: '08006',
  auth: 'unavailable',
  storage: { error: 'Unavailable' },
};

function bodyOf(pathname: string, { status, message, rest, auth, storage }: Refusal): object {
  const [, service] = pathname.split('/');
  if (service === 'rest') return restBody(rest, message);
  if (service === 'auth') return { code: status, error_code: auth, msg: message };
  if (service === 'storage') return { statusCode: String(status), message, ...storage };
  return { error: message };
}

/** Words the refusal as the requested service does, readable from any origin. */
const refuseWith =
  (refusal: Refusal, headers: Record<string, string>) =>
  (pathname: string): Response =>
    Response.json(bodyOf(pathname, refusal), {
      status: refusal.status,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'retry-after,x-request-id',
        ...headers,
      },
    });

/** The rest of the request is not read, so the connection closes after the answer. */
const UNREAD = { connection: 'close' };

export const refuseLongBody = refuseWith(LONG_BODY, UNREAD);
/** Clients retry later after these three. */
export const refuseBusy = refuseWith(BUSY, { ...UNREAD, 'retry-after': '5' });
export const refuseFullDisk = refuseWith(FULL_DISK, { ...UNREAD, 'retry-after': '60' });
/** Whether the request succeeded is unknown; a retry under the same id finds out. */
export const refuseLost = refuseWith(SESSION_LOST, { 'retry-after': '2' });
