import { createHmac, timingSafeEqual } from 'node:crypto';

/** Roles in ascending order: each includes the permissions of those before it. */
export const ROLES = ['anyone', 'visitor', 'user', 'service'] as const;
export type Role = (typeof ROLES)[number];

export const isAtLeast = (role: Role, least: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(least);

export type TokenFault = 'malformed' | 'forged' | 'expired';

export interface Caller {
  role: Role;
  /** A verified token gave the role, not the API key alone. */
  hasToken?: true;
  /** Why the sender's token gave no role. */
  fault?: TokenFault;
}

export interface Keys {
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
}

type Claims = Record<string, unknown>;

/**
 * The claims of an unexpired token signed with HMAC-SHA-256 and this secret, else the token's
 * fault.
 */
export function verifyToken(token: string, secret: string): Claims | TokenFault {
  const [header = '', payload = '', signature = '', ...more] = token.split('.');
  if (header === '' || payload === '' || signature === '' || more.length > 0) return 'malformed';
  const own = createHmac('sha256', secret).update(`${header}.${payload}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== own.length || !timingSafeEqual(given, own)) return 'forged';
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
  return typeof claims['exp'] === 'number' && claims['exp'] > Date.now() / 1000
    ? claims
    : 'expired';
}

/** The caller by the API key, and by the user's own token if the request has one. */
export function callerOf(headers: Headers, { publishableKey, secretKey, jwtSecret }: Keys): Caller {
  const key = headers.get('apikey');
  if (key !== publishableKey && key !== secretKey) return { role: 'anyone' };
  const [, token] = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '') ?? [];
  if (token === undefined || token === key)
    return { role: key === secretKey ? 'service' : 'visitor' };
  const claims = verifyToken(token, jwtSecret);
  if (typeof claims === 'string') return { role: 'visitor', fault: claims };
  return claims['role'] === 'authenticated'
    ? { role: 'user', hasToken: true }
    : { role: 'visitor', fault: 'forged' };
}
