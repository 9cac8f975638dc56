import { authPath, pathBelow, refuse } from '../auth/auth-answers.ts';

/** What of the authentication service somebody of ours asks for, or is to be refused in its own words. */
const AUTH_SERVED =
  /^\/(token|user|logout|signup|otp|magiclink|settings|health|admin\/users(\/[^/]+)?)$/;
const UPLOAD_LINK = /^\/object\/(upload\/sign|copy|move)(\/|$)/;
const LOGIC = /(^|\.)(and|or)$/;

/** Whether one part of a query asks for rows by a regular expression. */
function isPattern([name, value]: [string, string]): boolean {
  return LOGIC.test(name)
    ? /\.\s*i?match(\((any|all)\))?\./i.test(value)
    : /^(not\.)*i?match(\((any|all)\))?\./i.test(value);
}

const COLUMN = /^[a-z_]\w*$/i;

/** Whether a `select` asks for all columns or for some by their names, each once: no cast, alias, path, aggregate or other table. */
function isPlain(select: string): boolean {
  const names = select.split(',').map((name) => name.trim());
  return (
    ['', '*'].includes(select.trim()) ||
    (names.every((name) => COLUMN.test(name)) && new Set(names).size === names.length)
  );
}

/** Whether one part of a query asks for what is made from columns: a cast to "bit(83886080)" makes megabytes of a digit, an alias thousands of one column. */
const isMade = ([name, value]: [string, string]): boolean =>
  name === 'select'
    ? !isPlain(value)
    : `${name}${/^(order|columns|on_conflict)$/.test(name) ? value : ''}`.includes('::');

const refuseQuery = (message: string) =>
  Response.json({ code: 'PGRST100', message, details: null, hint: null }, { status: 400 });

/**
 * Stock behaviour mended: @supabase/lite serves more than this product asks for, and guards it less. Nothing sends the codes of six digits
 * that sign somebody in, but they can be guessed for an hour; a link for an upload is counted by no flood guard; a regular
 * expression can keep the one process from ever answering again; and a cast in what is selected can take all its memory. Undefined for
 * what is served.
 */
export function refuseUnserved(request: Request): Response | undefined {
  const auth = authPath(request);
  if (auth !== undefined && !AUTH_SERVED.test(auth))
    return refuse(404, 'not_found', 'Not served here');
  if (UPLOAD_LINK.test(pathBelow('/storage/v1', request) ?? '')) {
    return Response.json(
      { statusCode: '404', error: 'not_found', message: 'Not served here' },
      { status: 404 },
    );
  }
  if (pathBelow('/rest/v1', request) === undefined) return undefined;
  const query = [...new URL(request.url).searchParams];
  if (query.some(isPattern))
    return refuseQuery('Rows are not searched by regular expressions here');
  return query.some(isMade)
    ? refuseQuery('Columns are read by their names here, each once and as they are')
    : undefined;
}
