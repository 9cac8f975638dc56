const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

export const json = (status: number, body: unknown, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { ...JSON_TYPE, ...headers } });

/** What comes from somewhere else than our server. */
export const FOREIGN_ANSWERS: [string, () => Response][] = [
  ['a sign-in page with status 200', () => new Response('<html>', { status: 200, headers: { 'content-type': 'text/html' } })],
  ['a sign-in page with status 201', () => new Response('<html>', { status: 201, headers: { 'content-type': 'text/html' } })],
  ['a proxy’s 403 in HTML', () => new Response('<html>', { status: 403, headers: { 'content-type': 'text/html' } })],
  ['a redirect', () => new Response(null, { status: 302, headers: { location: 'https://hotel.example' } })],
  ['an empty 200', () => new Response(null, { status: 200 })],
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
