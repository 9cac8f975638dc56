import { createHmac, timingSafeEqual } from 'node:crypto';

/** Each role may do what those before it may. */
export const ROLES = ['anyone', 'visitor', 'user', 'service'] as const;
export type Role = (typeof ROLES)[number];

export const isAtLeast = (role: Role, least: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(least);

export type TokenFault = 'malformed' | 'forged' | 'expired';

export interface Caller {
  role: Role;
  /** The role comes from a verified token, not from the key alone. */
  hasToken?: true;
  /** The fault of a token that gives its sender no role. */
  fault?: TokenFault;
}

export interface Keys {
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
}

type Claims = Record<string, unknown>;

/** The claims of a token that was signed with HMAC-SHA-256 and this secret, and has not expired. */
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

/** Who sent a request: by its key, and by its token where it has one of its own. */
export function callerOf(headers: Headers, { publishableKey, secretKey, jwtSecret }: Keys): Caller {
  const key = headers.get('apikey');
  if (key !== publishableKey && key !== secretKey) return { role: 'anyone' };
  const [, token] = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '') ?? [];
  if (token === undefined || token === key)
    return { role: key === secretKey ? 'service' : 'visitor' };
  const claims = verifyToken(token, jwtSecret);
  if (typeof claims === 'string') return { role: 'visitor', fault: claims };
  switch (claims['role']) {
    case 'authenticated':
      return { role: 'user', hasToken: true };
    // `npm run deploy:check` signs one for a minute, rather than send the key through a proxy.
    case 'service_role':
      return { role: 'service', hasToken: true };
    default:
      return { role: 'visitor', fault: 'forged' };
  }
}
