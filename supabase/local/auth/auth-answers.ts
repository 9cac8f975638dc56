/** A refusal in the authentication service's format. */
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

/** The path below /auth/v1; undefined for other services. */
export function authPath(request: Request): string | undefined {
  const { pathname } = new URL(request.url);
  return pathname.startsWith('/auth/v1/') ? pathname.slice('/auth/v1'.length) : undefined;
}

/**
 * The body of a request that is a JSON object, else undefined; the service itself refuses other
 * bodies. The request stays readable.
 */
export async function readBody(request: Request): Promise<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(await request.clone().text());
    return typeof body === 'object' && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
}
