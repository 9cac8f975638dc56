import { z } from 'zod';
import type { Role } from './caller.ts';
import type { Schema } from './schema.ts';
import { columnList, digits, idFilter, ordering, record, text, uuid } from './values.ts';

const KB = 1024;
/** One kind of request that the embedded backend accepts. */
export interface Listed {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  /** `:id` stands for a UUID, `*` for a stored file's name. */
  path: string;
  /** The lowest role that may send it; higher roles may too. */
  from: Role;
  /** All query parameters; by default none is allowed. */
  query?: z.ZodType;
  /** The allowed words of the Prefer header; by default none. */
  prefer?: readonly string[];
  body?: Json | File;
}

export interface Json {
  kind: 'json';
  bytes: number;
  shape: z.ZodType;
}

export interface File {
  kind: 'file';
  bytes: number;
  mediaTypes: readonly string[];
}

const json = (shape: z.ZodType, bytes = 16 * KB): Json => ({ kind: 'json', bytes, shape });

const LISTS = ['careers', 'gallery_images', 'testimonials'];
const SUBMISSIONS = ['bookings', 'contact_messages', 'job_applications'];
const CREW = 'crew';
const PUSH_DEVICES = 'push_devices';

const VISITORS_FUNCTIONS = [
  'ensure_bucket_exists',
  'renew_push_device',
  'answer_request',
  'notify_request',
  'stop_notifying',
];
/** The database refuses them with a token. */
const CREWS_FUNCTIONS = ['crew_register', 'crew_jobs', 'crew_report', 'crew_notify'];
const STATES_FUNCTION = 'request_states';
const REPORTS_FUNCTION = 'count_browser_errors';
const USERS_FUNCTIONS = [
  'has_role',
  'changes',
  'first_copy',
  'delete_rows',
  'withdraw',
  'release_alert',
  'answer_booking',
  'set_booking',
  'crew_code',
  'crew_devices',
  'end_crew_device',
  'keep_picture',
  'kept_pictures',
];

// The auth client sends these empty fields with every form.
const unused = {
  gotrue_meta_security: z.strictObject({}).optional(),
  code_challenge: z.null().optional(),
  code_challenge_method: z.null().optional(),
};
const email = text(255);
const password = text(1000);
const reportedError = z.strictObject({
  hash: text(16),
  kind: text(40),
  place: text(100),
  times: z.int().min(1).max(50),
});
const facts = z.record(text(100), text(1000));

/**
 * Lists every request of the product, its tools and its specification, as supabase-js sends them.
 */
export function listRequests({ tables, functions, buckets }: Schema): readonly Listed[] {
  const columns = (table: string) => [...(tables.get(table)?.keys() ?? [])];
  const reading = (table: string) =>
    z.strictObject({
      select: z.union([z.literal('*'), columnList(columns(table))]).optional(),
      order: ordering(columns(table)).optional(),
      limit: digits(0, 1000).optional(),
      offset: digits(0, 1_000_000).optional(),
      id: idFilter.optional(),
      ...(columns(table).includes('series') && { series: z.literal('is.null').optional() }),
    });
  const writing = (table: string) =>
    z.strictObject({
      select: z.union([z.literal('*'), columnList(columns(table))]).optional(),
      columns: columnList(columns(table)).optional(),
    });
  const rows = (table: string) => {
    const row = record(tables.get(table) ?? new Map());
    return json(z.union([row, z.array(row).min(1).max(100)]), 64 * KB);
  };
  const read = (table: string, from: Role): Listed[] =>
    (['GET', 'HEAD'] as const).map((method) => ({
      method,
      path: `/rest/v1/${table}`,
      from,
      query: reading(table),
      prefer: ['count=exact'],
    }));
  const insert = (table: string, from: Role): Listed => ({
    method: 'POST',
    path: `/rest/v1/${table}`,
    from,
    query: writing(table),
    prefer: ['return=minimal', 'return=representation', 'missing=default'],
    body: rows(table),
  });
  const remove = (table: string): Listed => ({
    method: 'DELETE',
    path: `/rest/v1/${table}`,
    from: 'user',
    query: z.strictObject({ id: idFilter }),
    prefer: ['return=minimal', 'count=exact'],
  });
  const call = (name: string, from: Role): Listed => ({
    method: 'POST',
    path: `/rest/v1/rpc/${name}`,
    from,
    body: json(record(functions.get(name) ?? new Map()), 64 * KB),
  });
  const upload = (bucket: string, from: Role): Listed => {
    const { bytes = 0, mediaTypes = [] } = buckets.get(bucket) ?? {};
    return {
      method: 'POST',
      path: `/storage/v1/object/${bucket}/*`,
      from,
      body: { kind: 'file', bytes, mediaTypes },
    };
  };
  const download = (path: string, from: Role, query: z.ZodType = z.strictObject({})): Listed[] =>
    (['GET', 'HEAD'] as const).map((method) => ({ method, path, from, query }));

  const others = [
    REPORTS_FUNCTION,
    STATES_FUNCTION,
    ...VISITORS_FUNCTIONS,
    ...CREWS_FUNCTIONS,
    ...USERS_FUNCTIONS,
  ];
  const ofService = [...functions.keys()].filter((name) => !others.includes(name));

  return [
    ...LISTS.flatMap((table) => read(table, 'visitor')),
    ...SUBMISSIONS.flatMap((table) => read(table, 'user')),
    ...read('browser_errors', 'user'),
    ...SUBMISSIONS.map((table) => insert(table, 'visitor')),
    ...LISTS.map((table) => insert(table, 'user')),
    ...[...LISTS, ...SUBMISSIONS].map(remove),
    ...[CREW, PUSH_DEVICES].flatMap((table) => [
      ...read(table, 'user'),
      insert(table, 'user'),
      remove(table),
    ]),

    ...[...VISITORS_FUNCTIONS, ...CREWS_FUNCTIONS].map((name) => call(name, 'visitor')),
    {
      method: 'POST',
      path: `/rest/v1/rpc/${REPORTS_FUNCTION}`,
      from: 'visitor',
      body: json(z.strictObject({ _release: text(40), _errors: z.array(reportedError).max(10) })),
    },
    {
      method: 'POST',
      path: `/rest/v1/rpc/${STATES_FUNCTION}`,
      from: 'visitor',
      // The database refuses more than fifty, as on a hosted project.
      body: json(z.strictObject({ ids: z.array(uuid).max(100) })),
    },
    ...USERS_FUNCTIONS.map((name) => call(name, 'user')),
    ...ofService.map((name) => call(name, 'service')),

    {
      method: 'POST',
      path: '/auth/v1/token',
      from: 'visitor',
      query: z.strictObject({ grant_type: z.literal('password') }),
      body: json(z.strictObject({ email, password, ...unused })),
    },
    {
      method: 'POST',
      path: '/auth/v1/token',
      from: 'visitor',
      query: z.strictObject({ grant_type: z.literal('refresh_token') }),
      body: json(z.strictObject({ refresh_token: text(100) })),
    },
    {
      method: 'POST',
      path: '/auth/v1/signup',
      from: 'visitor',
      query: z.strictObject({ redirect_to: text(2000).optional() }),
      body: json(z.strictObject({ email, password, data: facts.optional(), ...unused })),
    },
    {
      method: 'GET',
      path: '/auth/v1/verify',
      from: 'anyone',
      query: z.strictObject({ token: text(100), type: z.literal('recovery') }),
    },
    {
      method: 'POST',
      path: '/auth/v1/verify',
      from: 'visitor',
      body: json(z.strictObject({ token_hash: text(100), type: z.literal('recovery'), ...unused })),
    },
    { method: 'GET', path: '/auth/v1/settings', from: 'visitor' },
    { method: 'GET', path: '/auth/v1/user', from: 'user' },
    {
      method: 'PUT',
      path: '/auth/v1/user',
      from: 'user',
      body: json(z.strictObject({ password, ...unused })),
    },
    {
      method: 'POST',
      path: '/auth/v1/logout',
      from: 'user',
      query: z.strictObject({ scope: z.enum(['local', 'global', 'others']).optional() }),
    },
    {
      method: 'POST',
      path: '/auth/v1/factors',
      from: 'user',
      body: json(z.strictObject({ factor_type: z.literal('totp') })),
    },
    {
      method: 'POST',
      path: '/auth/v1/factors/:id/challenge',
      from: 'user',
      body: json(z.strictObject({})),
    },
    {
      method: 'POST',
      path: '/auth/v1/factors/:id/verify',
      from: 'user',
      body: json(z.strictObject({ challenge_id: uuid, code: text(100) })),
    },
    { method: 'DELETE', path: '/auth/v1/factors/:id', from: 'user' },
    { method: 'GET', path: '/auth/v1/admin/users/:id/factors', from: 'service' },
    {
      method: 'DELETE',
      path: '/auth/v1/admin/users/:id/factors/:id',
      from: 'service',
      body: json(z.strictObject({})),
    },
    {
      method: 'POST',
      path: '/auth/v1/admin/users',
      from: 'service',
      body: json(
        z.strictObject({
          email,
          password,
          email_confirm: z.boolean().optional(),
          user_metadata: facts.optional(),
        }),
      ),
    },
    {
      method: 'PUT',
      path: '/auth/v1/admin/users/:id',
      from: 'service',
      body: json(z.strictObject({ password, email_confirm: z.literal(true) })),
    },
    {
      method: 'POST',
      path: '/auth/v1/admin/generate_link',
      from: 'service',
      body: json(z.strictObject({ email, type: z.literal('recovery') })),
    },
    {
      method: 'DELETE',
      path: '/auth/v1/admin/users/:id',
      from: 'service',
      body: json(z.strictObject({})),
    },

    upload('resumes', 'visitor'),
    upload('gallery', 'user'),
    upload('testimonials', 'user'),
    upload('jobs', 'visitor'),
    ...[...buckets.keys()].map((bucket): Listed => ({
      method: 'DELETE',
      path: `/storage/v1/object/${bucket}`,
      from: 'user',
      body: json(z.strictObject({ prefixes: z.array(text(200)).min(1).max(1000) }), 256 * KB),
    })),
    ...['resumes', 'jobs'].flatMap((bucket): Listed[] => [
      {
        method: 'POST',
        path: `/storage/v1/object/sign/${bucket}/*`,
        from: 'user',
        body: json(z.strictObject({ expiresIn: z.int().min(1).max(3600) })),
      },
      ...download(
        `/storage/v1/object/sign/${bucket}/*`,
        'anyone',
        z.strictObject({ token: text(2000), download: text(500).optional() }),
      ),
    ]),
    ...download('/storage/v1/object/public/gallery/*', 'anyone'),
    ...download('/storage/v1/object/public/testimonials/*', 'anyone'),
    ...[...buckets.keys()].flatMap((bucket) => download(`/storage/v1/object/${bucket}/*`, 'user')),
  ];
}
