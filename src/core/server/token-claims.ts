import { fromBase64Url } from './base64url.ts';

/** A token's claims, unverified: for display, because the service verifies the token. */
export function claimsOf(token: string): Record<string, unknown> {
  try {
    const [, payload = ''] = token.split('.');
    const text = new TextDecoder().decode(fromBase64Url(payload));
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
