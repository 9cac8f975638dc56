const EXPOSED = 'content-range,content-location,content-encoding,location,x-sb-error-code,x-supabase-api-version';

const corsHeaders = (request: Request) => ({
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS',
  'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
  'access-control-expose-headers': EXPOSED,
  'access-control-max-age': '3600',
});

/** Stock behaviour mended: preflights of functions and unknown tables fail, and those of /auth leave out `authorization`. */
export function answerPreflight(request: Request): Response | undefined {
  return request.method === 'OPTIONS' ? new Response(null, { status: 204, headers: corsHeaders(request) }) : undefined;
}

/** Stock behaviour mended: error answers lack the CORS headers, so that a page on another origin cannot read them. */
export function allowOtherOrigins(request: Request, response: Response): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(corsHeaders(request))) headers.set(name, value);
  headers.delete('access-control-allow-credentials');
  return new Response(response.body, { status: response.status, headers });
}
