/**
 * Runs on Cloudflare for addresses without a file alone. The host gives such an answer the headers of
 * the address, and a missing file of `/assets` must not be remembered for a year.
 */
export default {
  async fetch(
    request: Request,
    { ASSETS }: { ASSETS: { fetch(request: Request): Promise<Response> } },
  ): Promise<Response> {
    const answer = await ASSETS.fetch(request);
    if (answer.status !== 404) return answer;
    const headers = new Headers(answer.headers);
    headers.set('cache-control', 'no-cache');
    return new Response(answer.body, { status: 404, headers });
  },
};
