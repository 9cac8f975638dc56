import type { SessionTokens } from './auth-backend.ts';
import { fromBase64Url } from './base64url.ts';

/** A link of Supabase Auth's emails, as far as it can set a password. */
export type EmailLink =
  /** Opened at the service, which gave a session with it. */
  | { kind: 'session'; tokens: SessionTokens; userId: string | null; email: string | null }
  /** Still to be opened at the service: it works once. */
  | { kind: 'token-hash'; tokenHash: string; type: string }
  /** `code`: the service's own. */
  | { kind: 'refused'; code: string };

/** No error code of the service's: the link is of a kind that the portal does not read. */
const OTHER_KIND = 'other_kind';
/** The kinds of link that end in a password that its owner chooses. */
const READ_TYPES = new Set(['recovery', 'invite']);

/**
 * Reads the link that led to an address; null when none did. The service redirects with the session or its refusal in the
 * fragment; a changed template of its emails leads here directly, with `token_hash` in the query. `code` needs a secret of the
 * browser that asked for the email, and none of ours asks.
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

/** A token's claims, unverified: good for showing, and the service checks the token. */
function claimsOf(token: string): Record<string, unknown> {
  try {
    const [, payload = ''] = token.split('.');
    const text = new TextDecoder().decode(fromBase64Url(payload));
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
