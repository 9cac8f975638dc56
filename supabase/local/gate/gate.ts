import type { z } from 'zod';
import { callerOf, isAtLeast, verifyToken, type Caller, type Keys } from './caller.ts';
import * as refusals from './refusals.ts';
import { listRequests, type File, type Json, type Listed } from './requests.ts';
import type { Schema } from './schema.ts';
import { isFileName } from './values.ts';

/** A listed request whose address, headers and caller are accepted; its body is not read yet. */
export interface Admission {
  headers: Headers;
  /** The longest body, in bytes. */
  maxBytes: number;
  /** Checks the request after its body is read whole: returns the request, or the refusal. */
  checkBody(request: Request): Promise<Request | Response>;
}

/** Admits a listed request, or returns its refusal. */
export type Gate = (request: Request) => Admission | Response;

/** Bytes that the multipart form may add around a file. */
const FORM_BYTES = 16 * 1024;

/** The gate drops all other request headers. */
const HEADERS = [
  'apikey',
  'authorization',
  'cf-connecting-ip',
  'content-length',
  'content-type',
  'if-range',
  'prefer',
  'range',
  'x-forwarded-for',
  'x-supabase-api-version',
];
/** The bucket in the address of a file; `public/` precedes it in addresses that need no key. */
const BUCKET = /^\/storage\/v1\/object\/(public\/)?([^/]+)\/./s;
/** Operation names that stand where the bucket stands in a file's address. */
const OPERATIONS = ['authenticated', 'info', 'list', 'public', 'sign', 'upload'];
/** The address of a download link. */
const SIGNED = '/storage/v1/object/sign/';
const ONE_ROW = 'application/vnd.pgrst.object+json';

interface Route extends Listed {
  pattern: RegExp;
  service: refusals.Service;
}

function compile(listed: Listed): Route {
  const pattern = listed.path
    .replaceAll(':id', '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}')
    .replace('*', '(.*)');
  const [, service] = listed.path.split('/');
  return {
    ...listed,
    pattern: new RegExp(`^${pattern}$`, 's'),
    service: service as refusals.Service,
  };
}

/** The query as an object; null if a parameter is repeated. */
function readQuery(params: URLSearchParams): Record<string, string> | null {
  const names = [...params.keys()];
  return new Set(names).size === names.length ? Object.fromEntries(params) : null;
}

const tokensOf = (header: string | null) =>
  (header ?? '')
    .split(',')
    .map((token) => token.trim())
    .filter((token) => token !== '');

/** The name of the first PostgREST header with a value that the route does not list. */
function unlistedHeader(headers: Headers, prefer: readonly string[]): string | undefined {
  if (!tokensOf(headers.get('prefer')).every((token) => prefer.includes(token))) return 'Prefer';
  if (headers.has('range')) return 'Range';
  for (const name of ['Accept-Profile', 'Content-Profile'])
    if ((headers.get(name) ?? 'public') !== 'public') return name;
  const accept = headers.get('accept') ?? '*/*';
  return accept.includes(ONE_ROW) || /\*\/\*|application\/json/.test(accept) ? undefined : 'Accept';
}

/** The issue that zod found deepest in the value, because a union reports one for each option. */
function deepest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue;
  const inner = issue.errors
    .flat()
    .map((each) => deepest({ ...each, path: [...issue.path, ...each.path] }));
  return inner.reduce((best, each) => (each.path.length > best.path.length ? each : best), issue);
}

function describe(error: z.ZodError) {
  const [first] = error.issues;
  const issue = first && deepest(first);
  const path = issue?.path.join('/') ?? '';
  const message = issue?.message ?? '';
  return {
    path,
    message,
    sqlState: /^[0-9A-Z]{5}$/.test(message) && path !== '' ? message : undefined,
    unknownColumn: issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined,
  };
}

async function checkJson(
  request: Request,
  service: refusals.Service,
  { shape }: Json,
): Promise<Request | Response> {
  let content: unknown;
  try {
    content = JSON.parse(await request.text());
  } catch {
    return refusals.refuseBody(service);
  }
  const { success, data, error } = shape.safeParse(content);
  if (!success) return refusals.refuseBody(service, describe(error));
  const headers = new Headers(request.headers);
  const body = JSON.stringify(data);
  headers.set('content-type', 'application/json');
  headers.set('content-length', String(Buffer.byteLength(body)));
  return new Request(request.url, { method: request.method, headers, body });
}

/**
 * Refuses a file that its bucket does not accept. `file` holds the contents only, without the form.
 */
async function refuseContents(
  file: Request,
  { bytes, mediaTypes }: File,
): Promise<Response | undefined> {
  const type = file.headers.get('content-type') ?? '';
  if (!mediaTypes.includes(type))
    return refusals.refuseStorage(
      '415',
      'invalid_mime_type',
      'InvalidMimeType',
      `mime type ${type} is not supported`,
    );
  const { byteLength } = await file.clone().arrayBuffer();
  return byteLength <= bytes
    ? undefined
    : refusals.refuseStorage(
        '413',
        'Payload too large',
        'EntityTooLarge',
        'The object exceeded the maximum allowed size',
      );
}

/**
 * Creates the gate in front of the services: it lists every request of the product and refuses all
 * others.
 */
export function createGate(schema: Schema, keys: Keys): Gate {
  const routes = listRequests(schema).map(compile);

  /** Refuses a caller whose token or role does not suffice. */
  function refuseCaller(route: Route, caller: Caller, path: string): Response | undefined {
    const { role, fault } = caller;
    if (route.from === 'anyone') return undefined;
    if (role === 'anyone') return refusals.refuseKey();
    const isRead = route.service !== 'auth' || route.from !== 'visitor';
    if (fault !== undefined && isRead) return refusals.refuseToken(route.service, fault);
    return isAtLeast(role, route.from)
      ? undefined
      : refusals.refuseRole(route.service, route.method, path, caller);
  }

  /** Refuses a request that is not listed. */
  function refuseUnlisted(service: refusals.Service, { role }: Caller, path: string): Response {
    const [, open, bucket = ''] = BUCKET.exec(path) ?? [];
    if (open !== undefined && !schema.buckets.get(bucket)?.isPublic) return refusals.refuseBucket();
    if (role === 'anyone') return refusals.refuseKey();
    return bucket === '' || OPERATIONS.includes(bucket) || schema.buckets.has(bucket)
      ? refusals.refuseUnlisted(service, path)
      : refusals.refuseBucket();
  }

  /** Refuses a download link that does not open this file. */
  function refuseLink(token: string, path: string): Response | undefined {
    const claims = verifyToken(token, keys.jwtSecret);
    if (typeof claims === 'string') return refusals.refuseLink(claims);
    return claims['intent'] === 'download' &&
      path === `${SIGNED}${String(claims['bucket'])}/${String(claims['sub'])}`
      ? undefined
      : refusals.refuseLink('another-file');
  }

  function headersFor({ service }: Route, { hasToken }: Caller, given: Headers): Headers {
    const headers = new Headers();
    for (const name of HEADERS) {
      const value = given.get(name);
      if (value !== null) headers.set(name, value);
    }
    if (!hasToken) headers.delete('authorization');
    if (service === 'rest' && given.get('accept')?.includes(ONE_ROW))
      headers.set('accept', ONE_ROW);
    if (/^max-age=\d{1,9}$/.test(given.get('cache-control') ?? ''))
      headers.set('cache-control', given.get('cache-control') ?? '');
    if (given.get('x-upsert') === 'true') headers.set('x-upsert', 'true');
    return headers;
  }

  return (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const path = decodeURIComponent(pathname);
    const [, service] = path.split('/') as [string, refusals.Service];
    const caller = callerOf(request.headers, keys);
    const listed = routes.filter(
      ({ method, pattern }) => method === request.method && pattern.test(path),
    );
    if (listed.length === 0) return refuseUnlisted(service, caller, path);

    const query = readQuery(searchParams);
    const fits = (route: Route) =>
      query !== null && (route.query?.safeParse(query).success ?? Object.keys(query).length === 0);
    const route = listed.find(fits) ?? (listed[0] as Route);
    const refused = refuseCaller(route, caller, path);
    if (refused) return refused;
    if (!fits(route)) return refusals.refuseQuery(service, [...searchParams.keys()].join(', '));
    if (service === 'rest') {
      const header = unlistedHeader(request.headers, route.prefer ?? []);
      if (header !== undefined) return refusals.refuseQuery(service, header);
    }
    const [, name] = route.pattern.exec(path) ?? [];
    if (name !== undefined && !isFileName(name))
      return refusals.refuseStorage('400', 'InvalidKey', 'InvalidKey', `Invalid key: ${name}`);
    const token = service === 'storage' ? query?.['token'] : undefined;
    const refusedLink = token === undefined ? undefined : refuseLink(token, path);
    if (refusedLink) return refusedLink;
    // No storage policy allows an overwrite.
    if (request.headers.get('x-upsert') === 'true' && caller.role !== 'service')
      return refusals.refuseRole(service, request.method, path, caller);

    const { body } = route;
    return {
      headers: headersFor(route, caller, request.headers),
      maxBytes: body?.kind === 'file' ? body.bytes + FORM_BYTES : (body?.bytes ?? 0),
      async checkBody(whole) {
        if (body === undefined) return whole;
        if (body.kind === 'json') return checkJson(whole, service, body);
        return (await refuseContents(whole, body)) ?? whole;
      },
    };
  };
}
