/** A refusal as the authentication service words it. */
export function refuse(status: number, error_code: string, msg: string, more: object = {}): Response {
  return Response.json({ code: status, error_code, msg, ...more }, { status, headers: { 'x-sb-error-code': error_code } });
}

/** What a request asks of the authentication service: the path below /auth/v1, as its router reads it; undefined for other services. */
export function authPath(request: Request): string | undefined {
  const { pathname } = new URL(request.url);
  return /^\/auth\/v1(\/.*)$/.exec(decode(pathname))?.[1];
}

function decode(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}

/** The request's body when it is a JSON object; else nothing, which the service itself refuses. The request stays readable. */
export async function readBody(request: Request): Promise<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(await request.clone().text());
    return typeof body === 'object' && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
}
