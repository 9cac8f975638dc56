import type { Role } from './caller.ts';

const KB = 1024;
/** A row, or the arguments of a function. */
const ROW = 64 * KB;
const FORM = 16 * KB;
/** The largest file of a bucket, in its multipart form; the buckets have limits of their own. */
const FILE = 10 * KB * KB + FORM;

const LISTS = 'careers|gallery_images|testimonials';
const SUBMISSIONS = 'bookings|contact_messages|job_applications';
const OFFICE = 'crew|push_devices';
const BUCKETS = 'resumes|gallery|testimonials|jobs';

/** Methods, path, the lowest role that may send it, and the longest body in bytes. */
type Listed = readonly [methods: string, path: string, from: Role, bytes: number];

/** Every request of the product, its tools and its specification. `:id` stands for a UUID. */
const REQUESTS: readonly Listed[] = [
  ['GET HEAD', `/rest/v1/(${LISTS})`, 'visitor', 0],
  ['GET HEAD', `/rest/v1/(${SUBMISSIONS}|${OFFICE}|browser_errors)`, 'user', 0],
  ['POST', `/rest/v1/(${SUBMISSIONS})`, 'visitor', ROW],
  ['POST', `/rest/v1/(${LISTS}|${OFFICE})`, 'user', ROW],
  ['DELETE', `/rest/v1/(${LISTS}|${SUBMISSIONS}|${OFFICE})`, 'user', 0],
  // PostgreSQL refuses those that a role may not execute.
  ['POST', '/rest/v1/rpc/\\w+', 'visitor', ROW],

  ['POST', '/auth/v1/(token|signup|verify)', 'visitor', FORM],
  ['GET', '/auth/v1/verify', 'anyone', 0],
  ['GET', '/auth/v1/settings', 'visitor', 0],
  ['GET PUT', '/auth/v1/user', 'user', FORM],
  ['POST', '/auth/v1/logout', 'user', 0],
  ['POST', '/auth/v1/factors(/:id/(challenge|verify))?', 'user', FORM],
  ['DELETE', '/auth/v1/factors/:id', 'user', 0],
  ['POST', '/auth/v1/admin/(users|generate_link)', 'service', FORM],
  ['PUT DELETE', '/auth/v1/admin/users/:id', 'service', FORM],
  ['GET', '/auth/v1/admin/users/:id/factors', 'service', 0],
  ['DELETE', '/auth/v1/admin/users/:id/factors/:id', 'service', FORM],

  ['GET HEAD', '/storage/v1/object/public/[^/]+/.+', 'anyone', 0],
  ['GET HEAD', `/storage/v1/object/sign/(${BUCKETS})/.+`, 'anyone', 0],
  ['POST', `/storage/v1/object/sign/(${BUCKETS})/.+`, 'visitor', FORM],
  ['GET HEAD', `/storage/v1/object/(${BUCKETS})/.+`, 'visitor', 0],
  ['POST', `/storage/v1/object/(${BUCKETS})/.+`, 'visitor', FILE],
  ['DELETE', `/storage/v1/object/(${BUCKETS})`, 'visitor', 256 * KB],
];

const ID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const compiled = REQUESTS.map(([methods, path, from, bytes]) => ({
  methods: methods.split(' '),
  pattern: new RegExp(`^${path.replaceAll(':id', ID)}$`),
  from,
  bytes,
}));

/** The listed request of a method and decoded path. */
export const findListed = (method: string, path: string) =>
  compiled.find(({ methods, pattern }) => methods.includes(method) && pattern.test(path));
