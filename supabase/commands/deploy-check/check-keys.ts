import { keyHeaders } from '../../functions/_shared/project-api.ts';
import { ok, missing, unchecked, wrong, type Line } from './report.ts';
import { ask, type Answer, type Target } from './target.ts';

const KEYS_PAGE = 'the project’s settings, API keys';

/** Whether the key claims to bypass row-level security. */
function isSecret(key: string): boolean {
  if (key.startsWith('sb_')) return key.startsWith('sb_secret_');
  try {
    const claims = JSON.parse(Buffer.from(key.split('.')[1] ?? '', 'base64url').toString()) as {
      role?: string;
    };
    return claims.role === 'service_role';
  } catch {
    return false;
  }
}

export function checkVariables({ url, site, secretKey }: Target): Line {
  const name = 'variables';
  const lacking = [
    ...(site === null ? ['SITE_URL'] : []),
    ...(secretKey === null ? ['SUPABASE_SECRET_KEY'] : []),
  ];
  if (lacking.length > 0) {
    return missing(
      name,
      `${lacking.join(' and ')}: the lines that need it are not checked`,
      lacking.map((word) => `export ${word}=…`).join('\n'),
    );
  }
  if (!url.startsWith('https://') && !/\/\/(localhost|127\.0\.0\.1)(:|$)/.test(url)) {
    return wrong(
      name,
      'VITE_SUPABASE_URL does not begin with https://',
      'export VITE_SUPABASE_URL=https://<ref>.supabase.co',
    );
  }
  return ok(
    name,
    'VITE_SUPABASE_URL, VITE_SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, SITE_URL',
  );
}

export async function checkPublishableKey({ url, publishableKey }: Target): Promise<Line> {
  const name = 'publishable key';
  const remedy = `export VITE_SUPABASE_PUBLISHABLE_KEY=<from ${KEYS_PAGE}>, and build the site again with it`;
  if (isSecret(publishableKey))
    return wrong(
      name,
      'it is a secret one, and browsers would get it',
      `${remedy}; change the secret key: it may be known`,
    );
  const { status, text } = await ask(`${url}/rest/v1/careers?select=id&limit=1`, {
    headers: keyHeaders(publishableKey),
  });
  if (status === 0)
    return wrong(
      name,
      `the project does not answer (${text})`,
      'check VITE_SUPABASE_URL, and whether the project is paused',
    );
  if (status === 401) return wrong(name, 'the project does not know it', remedy);
  if (status === 404)
    return missing(
      name,
      'the project accepts it, but has no lists yet',
      'npx supabase db push --linked',
    );
  return status === 200
    ? ok(name, 'the project takes it')
    : wrong(name, `a public list was answered ${status}`, remedy);
}

/** Checks the key by the answer to a request that needs it. */
export function checkSecretKey({ secretKey }: Target, { status }: Answer): Line {
  const name = 'secret key';
  if (secretKey === null)
    return missing(
      name,
      'not in this environment',
      `export SUPABASE_SECRET_KEY=<from ${KEYS_PAGE}>`,
    );
  if (!isSecret(secretKey))
    return wrong(name, 'it is not a secret one', `export SUPABASE_SECRET_KEY=<from ${KEYS_PAGE}>`);
  if (status === 401 || status === 403)
    return wrong(
      name,
      'the project does not know it',
      `export SUPABASE_SECRET_KEY=<from ${KEYS_PAGE}>`,
    );
  return status === 0
    ? unchecked(name, 'the project does not answer')
    : ok(name, 'the project takes it');
}
