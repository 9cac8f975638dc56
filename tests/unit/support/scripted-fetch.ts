const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

export const json = (status: number, body: unknown, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { ...JSON_TYPE, ...headers } });

const html = (status: number) => () =>
  new Response('<html>', { status, headers: { 'content-type': 'text/html' } });

/**
 * The constructor cannot make one:
 * https://fetch.spec.whatwg.org/#concept-filtered-response-opaque-redirect.
 */
const opaqueRedirect = () =>
  Object.defineProperties(new Response(null), {
    type: { value: 'opaqueredirect' },
    status: { value: 0 },
    ok: { value: false },
  });

/**
 * Answers that do not settle the request, with the reason to retry: a captive network's, or our
 * gateway's.
 */
export const ANSWERS_OF_OTHERS: [
  string,
  reason: 'not-our-server' | 'server' | 'rate-limited',
  () => Response,
][] = [
  ['a sign-in page with status 200', 'not-our-server', html(200)],
  [
    'an empty answer that calls itself a page',
    'not-our-server',
    () => new Response(null, { status: 204, headers: { 'content-type': 'text/html' } }),
  ],
  ['a sign-in page with status 201', 'not-our-server', html(201)],
  ['a sign-in page with status 511', 'not-our-server', html(511)],
  ['511 in JSON', 'not-our-server', () => json(511, { message: 'Sign in first' })],
  ['a proxy’s 403 in HTML', 'not-our-server', html(403)],
  ['a proxy that wants its own sign-in', 'not-our-server', html(407)],
  [
    'a redirect',
    'not-our-server',
    () => new Response(null, { status: 302, headers: { location: 'https://hotel.example' } }),
  ],
  ['a redirect as browsers show it unfollowed', 'not-our-server', opaqueRedirect],
  ['an empty 200', 'not-our-server', () => new Response(null, { status: 200 })],
  [
    'a 409 cut on its way',
    'not-our-server',
    () => new Response('{"code":"23505","mess', { status: 409, headers: JSON_TYPE }),
  ],
  [
    'a 200 cut on its way',
    'not-our-server',
    () => new Response('[{"id":"0b', { status: 200, headers: JSON_TYPE }),
  ],
  ['a 500 in HTML', 'server', html(500)],
  ['a 502 in HTML', 'server', html(502)],
  ['a 503 in HTML', 'server', html(503)],
  ['a 504 in HTML', 'server', html(504)],
  [
    'a 503 cut on its way',
    'server',
    () => new Response('{"code":"53300","mess', { status: 503, headers: JSON_TYPE }),
  ],
  ['a paused project’s 540', 'server', () => json(540, { message: 'Project paused' })],
  ['a gateway’s “Invalid API key”', 'server', () => json(401, { message: 'Invalid API key' })],
  [
    'a gateway’s 403 in JSON',
    'server',
    () =>
      json(403, {
        code: 403,
        statusCode: 403,
        error: 'Forbidden',
        message: 'Access is restricted',
      }),
  ],
  [
    'a gateway’s 404 in JSON',
    'server',
    () => json(404, { code: 'NOT_FOUND', message: 'No route matched' }),
  ],
  ['a gateway’s 409 in JSON', 'server', () => json(409, { status: '409', message: 'Conflict' })],
  ['a 429 in HTML', 'rate-limited', html(429)],
];

/** A network that records requests and gives the scripted answers in turn; afterwards it fails. */
export function createScriptedFetch() {
  const requests: Request[] = [];
  const answers: (() => Response | Promise<Response>)[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    requests.push(new Request(input, init));
    const answer = answers.shift();
    if (!answer) throw new TypeError('fetch failed');
    return answer();
  };
  return { fetch, requests, answers };
}
