const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

export const json = (status: number, body: unknown, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { ...JSON_TYPE, ...headers } });

/** What comes from somewhere else than our server. */
export const ANSWERS_OF_OTHERS: [string, () => Response][] = [
  [
    'a sign-in page with status 200',
    () => new Response('<html>', { status: 200, headers: { 'content-type': 'text/html' } }),
  ],
  [
    'an empty answer that calls itself a page',
    () => new Response(null, { status: 204, headers: { 'content-type': 'text/html' } }),
  ],
  [
    'a sign-in page with status 201',
    () => new Response('<html>', { status: 201, headers: { 'content-type': 'text/html' } }),
  ],
  [
    'a proxy’s 403 in HTML',
    () => new Response('<html>', { status: 403, headers: { 'content-type': 'text/html' } }),
  ],
  [
    'a redirect',
    () => new Response(null, { status: 302, headers: { location: 'https://hotel.example' } }),
  ],
  ['an empty 200', () => new Response(null, { status: 200 })],
  [
    'a 409 cut on its way',
    () => new Response('{"code":"23505","mess', { status: 409, headers: JSON_TYPE }),
  ],
  ['a 200 cut on its way', () => new Response('[{"id":"0b', { status: 200, headers: JSON_TYPE })],
  ['a gateway’s 401 in JSON', () => json(401, { message: 'Unauthorized' })],
  [
    'a gateway’s 403 in JSON',
    () =>
      json(403, {
        code: 403,
        statusCode: 403,
        error: 'Forbidden',
        message: 'Access is restricted',
      }),
  ],
  ['a gateway’s 404 in JSON', () => json(404, { code: 'NOT_FOUND', message: 'No route matched' })],
  ['a gateway’s 409 in JSON', () => json(409, { status: '409', message: 'Conflict' })],
];

/** A network that remembers the requests and gives the scripted answers in turn; when they run out, it is dead. */
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
