import type { SessionTokens } from './auth-backend.ts';
import { claimsOf } from './token-claims.ts';

/** A link of Supabase Auth's emails that sets a password. */
export type EmailLink =
  /** The service opened it and returned a session. */
  | { kind: 'session'; tokens: SessionTokens; userId: string | null; email: string | null }
  /** Not opened yet: it works once. */
  | { kind: 'token-hash'; tokenHash: string; type: string }
  /** The service's code. */
  | { kind: 'refused'; code: string };

/** No error code of the service: the portal does not support this kind of link. */
const OTHER_KIND = 'other_kind';
/** The kinds of link that end in a new password. */
const READ_TYPES = new Set(['recovery', 'invite']);

/**
 * Parses the link in an address; null for another address. The service redirects with the session
 * or its refusal in the fragment; a changed email template links here directly, with `token_hash`
 * in the query. `code` is not supported: it needs a secret of the browser that asked for the email.
 */
export function readEmailLink({ hash, search }: Pick<URL, 'hash' | 'search'>): EmailLink | null {
  const fragment = new URLSearchParams(hash.slice(1));
  const query = new URLSearchParams(search);
  const accessToken = fragment.get('access_token');
  const tokenHash = query.get('token_hash');
  const error = fragment.get('error_code') ?? query.get('error_code') ?? fragment.get('error');
  if (error) return { kind: 'refused', code: error };
  if (!accessToken && !tokenHash)
    return query.has('code') ? { kind: 'refused', code: OTHER_KIND } : null;
  const type = (accessToken ? fragment : query).get('type') ?? '';
  if (!READ_TYPES.has(type)) return { kind: 'refused', code: OTHER_KIND };
  if (!accessToken) return { kind: 'token-hash', tokenHash: tokenHash ?? '', type };
  return openedLink({
    accessToken,
    refreshToken: fragment.get('refresh_token') ?? '',
    lifetimeMs: Number(fragment.get('expires_in')) * 1000,
  });
}

/** The link after the service has opened it. */
export function openedLink(tokens: SessionTokens): EmailLink {
  const { sub, email } = claimsOf(tokens.accessToken);
  return {
    kind: 'session',
    tokens,
    userId: typeof sub === 'string' ? sub : null,
    email: typeof email === 'string' ? email : null,
  };
}
