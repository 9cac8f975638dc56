/** A refusal as the authentication service words it. */
export function refuse(
  status: number,
  error_code: string,
  msg: string,
  more: object = {},
): Response {
  return Response.json(
    { code: status, error_code, msg, ...more },
    { status, headers: { 'x-sb-error-code': error_code } },
  );
}

/** What a request asks of the authentication service: the path below /auth/v1, as its router reads it; undefined for other services. */
export function authPath(request: Request): string | undefined {
  return pathBelow('/auth/v1', request);
}

/** The path below a service's own, as the router reads it; undefined for other services. */
export function pathBelow(service: string, request: Request): string | undefined {
  const pathname = decode(new URL(request.url).pathname);
  return pathname.startsWith(`${service}/`) ? pathname.slice(service.length) : undefined;
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
