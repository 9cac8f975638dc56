/** The notification of a push, and the address that it opens: of the portal, My requests or the crew's page. */
export interface PushMessage {
  title: string;
  body: string;
  /** A later notification with the same tag replaces this one. */
  tag: string;
  /** The number of the event that it is about, which orders the messages of a tag; null for none. */
  sequence: number | null;
  path: string;
}

/** The type of the worker's message that asks an open portal to go to a record. */
export const OPEN_PATH = 'open-path';

/** Shown for an unreadable push: an empty one, or one of another release. */
const UNREADABLE: PushMessage = {
  title: 'Something new has arrived',
  body: 'Open the portal to see it.',
  tag: 'new',
  sequence: null,
  path: '/admin/dashboard',
};

const PORTAL_PATH = /^\/admin\/[a-z]+(\?q=[0-9A-Z-]+)?$/;

/** True for a portal address that a push may open. */
export const isPortalPath = (path: unknown): path is string =>
  typeof path === 'string' && PORTAL_PATH.test(path);

export const REQUESTS_PATH = '/requests';

export const CREW_PATH = '/crew';

const OWN_PART = /^\/(admin|requests|crew)(?=[/?#]|$)/;

/** The page to open; of one that only a later release has, the first page of its part. Null for a foreign one. */
function pageOf(path: unknown): string | null {
  if (isPortalPath(path)) return path;
  const [page, part] = (typeof path === 'string' && OWN_PART.exec(path)) || [];
  return part === 'admin' ? UNREADABLE.path : (page ?? null);
}

/** Parses a push's text. Never throws. */
export function readPush(text: string): PushMessage {
  const { title, body, tag, sequence, path } = parse(text);
  const page = pageOf(path);
  return typeof title === 'string' &&
    title !== '' &&
    typeof body === 'string' &&
    typeof tag === 'string' &&
    page !== null
    ? { title, body, tag, sequence: typeof sequence === 'number' ? sequence : null, path: page }
    : UNREADABLE;
}

function parse(text: string): Partial<Record<keyof PushMessage, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
