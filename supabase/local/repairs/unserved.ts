import { authPath, pathBelow, refuse } from '../auth/auth-answers.ts';

/** What of the authentication service somebody of ours asks for, or is to be refused in its own words. */
const AUTH_SERVED = /^\/(token|user|logout|signup|otp|magiclink|settings|health|admin\/users(\/[^/]+)?)$/;
const UPLOAD_LINK = /^\/object\/(upload\/sign|copy|move)(\/|$)/;
const LOGIC = /(^|\.)(and|or)$/;

/** Whether one part of a query asks for rows by a regular expression. */
function isPattern([name, value]: [string, string]): boolean {
  return LOGIC.test(name) ? /\.\s*i?match(\((any|all)\))?\./i.test(value) : /^(not\.)*i?match(\((any|all)\))?\./i.test(value);
}

/**
 * Stock behaviour mended: @supabase/lite serves more than this product asks for, and guards it less. Nothing sends the codes of six digits
 * that sign somebody in, but they can be guessed for an hour; a link for an upload is counted by no flood guard; and a regular
 * expression can keep the one process from ever answering again. Undefined for what is served.
 */
export function refuseUnserved(request: Request): Response | undefined {
  const auth = authPath(request);
  if (auth !== undefined && !AUTH_SERVED.test(auth)) return refuse(404, 'not_found', 'Not served here');
  if (UPLOAD_LINK.test(pathBelow('/storage/v1', request) ?? '')) {
    return Response.json({ statusCode: '404', error: 'not_found', message: 'Not served here' }, { status: 404 });
  }
  const isRead = pathBelow('/rest/v1', request) !== undefined;
  if (!isRead || ![...new URL(request.url).searchParams].some(isPattern)) return undefined;
  return Response.json({ code: 'PGRST100', message: 'Rows are not searched by regular expressions here', details: null, hint: null }, { status: 400 });
}
