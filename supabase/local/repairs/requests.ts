/**
 * Stock behaviour mended: storage-js sends a Blob as multipart form data under an empty field name, which @supabase/lite
 * overlooks. The file goes on as a raw body, with the headers that the form's fields stand for. Undefined when the body is no form.
 */
export async function unwrapMultipartUpload(request: Request): Promise<Request | undefined> {
  if (!new URL(request.url).pathname.startsWith('/storage/v1/object/')) return request;
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) return request;
  const form = await request
    .clone()
    .formData()
    .catch(() => undefined);
  if (form === undefined) return undefined;
  const file = [...form.values()].find((value) => typeof value !== 'string');
  if (file === undefined) return request;
  const headers = new Headers(request.headers);
  headers.set('content-type', file.type || 'application/octet-stream');
  headers.set('content-length', String(file.size));
  const cacheControl = form.get('cacheControl');
  if (typeof cacheControl === 'string' && /^\d+$/.test(cacheControl))
    headers.set('cache-control', `max-age=${cacheControl}`);
  return new Request(request.url, {
    method: request.method,
    headers,
    body: await file.arrayBuffer(),
  });
}

export const refuseForm = (): Response =>
  Response.json(
    { statusCode: '400', error: 'InvalidRequest', message: 'The form data cannot be read.' },
    { status: 400 },
  );

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields of the bodies of /auth/v1 that are text wherever they are named. */
const AUTH_TEXTS = [
  'email',
  'password',
  'phone',
  'refresh_token',
  'token',
  'token_hash',
  'type',
  'code',
  'auth_code',
  'code_verifier',
  'code_challenge',
  'code_challenge_method',
  'provider',
  'nonce',
  'redirect_to',
  'id_token',
  'access_token',
  'new_email',
  'role',
  'scopes',
  'factor_type',
  'channel',
  'domain',
];
const AUTH_OBJECTS = ['data', 'options', 'app_metadata', 'user_metadata', 'gotrue_meta_security'];
const STORAGE_TEXTS = [
  'prefix',
  'search',
  'bucketId',
  'sourceKey',
  'destinationKey',
  'destinationBucket',
  'id',
  'name',
  'cursor',
];
const STORAGE_NUMBERS = ['limit', 'offset', 'expiresIn'];
const STORAGE_LISTS = ['prefixes', 'paths', 'allowed_mime_types'];

const isText = (value: unknown) => typeof value === 'string' && !value.includes('\u0000');
const isTextList = (value: unknown) => Array.isArray(value) && value.every(isText);

/** Whether every named field that is there is of its kind. */
const have = (body: Fields, names: readonly string[], isOfKind: (value: unknown) => boolean) =>
  names.every((name) => body[name] === undefined || body[name] === null || isOfKind(body[name]));

const isAuthBody = (body: unknown) =>
  isObject(body) && have(body, AUTH_TEXTS, isText) && have(body, AUTH_OBJECTS, isObject);
const isStorageBody = (body: unknown) =>
  isObject(body) &&
  have(body, STORAGE_TEXTS, isText) &&
  have(body, STORAGE_NUMBERS, Number.isSafeInteger) &&
  have(body, STORAGE_LISTS, isTextList);
const isRows = (body: unknown) => isObject(body) || (Array.isArray(body) && body.every(isObject));

interface Shape {
  isIt(body: unknown): boolean;
  refuse(): Response;
}

const refuseRest = () =>
  Response.json(
    { code: 'PGRST102', message: 'Empty or invalid json', details: null, hint: null },
    { status: 400 },
  );
const refuseAuth = () =>
  Response.json(
    { code: 400, error_code: 'bad_json', msg: 'Could not parse request body as JSON' },
    { status: 400 },
  );
const refuseStorage = () =>
  Response.json(
    { statusCode: '400', error: 'InvalidRequest', message: 'The request body is not as expected' },
    { status: 400 },
  );

/** What the body of a request must be; undefined where it may be anything, as a file may. */
function shapeOf({ method, headers }: Request, pathname: string): Shape | undefined {
  const isJson = /^application\/([\w.+-]*\+)?json\b/.test(
    headers.get('content-type') ?? 'application/json',
  );
  if (pathname.startsWith('/auth/v1/')) return { isIt: isAuthBody, refuse: refuseAuth };
  if (pathname.startsWith('/rest/v1/rpc/'))
    return isJson ? { isIt: isObject, refuse: refuseRest } : undefined;
  // Rows are read as JSON whatever they are called, unless they are called one of these.
  const isTable = /^(text\/csv|application\/x-www-form-urlencoded)\b/.test(
    headers.get('content-type') ?? '',
  );
  if (pathname.startsWith('/rest/v1/'))
    return !isTable ? { isIt: isRows, refuse: refuseRest } : undefined;
  const isAboutFiles =
    method === 'DELETE' ||
    /^\/storage\/v1\/(bucket|object\/(sign|list|list-v2|copy|move)(\/|$))/.test(pathname);
  return isAboutFiles ? { isIt: isStorageBody, refuse: refuseStorage } : undefined;
}

const NOTHING = Symbol('no JSON');

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return NOTHING;
  }
}

/**
 * Stock behaviour mended: a body that is JSON of another shape than expected, such as an object as a password, is answered
 * 500. Answers 400 in the words of the service that was asked; undefined when there is nothing to refuse.
 */
export async function refuseShape(request: Request): Promise<Response | undefined> {
  if (request.body === null) return undefined;
  const shape = shapeOf(request, new URL(request.url).pathname);
  if (shape === undefined) return undefined;
  const text = await request.clone().text();
  return text === '' || shape.isIt(parse(text)) ? undefined : shape.refuse();
}
