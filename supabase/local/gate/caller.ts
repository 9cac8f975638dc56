import { verify } from 'hono/jwt';

/** Roles in ascending order: each includes the permissions of those before it. */
const ROLES = ['anyone', 'visitor', 'user', 'service'] as const;
export type Role = (typeof ROLES)[number];

export const isAtLeast = (role: Role, least: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(least);

export type TokenFault = 'malformed' | 'forged' | 'expired';

export interface Keys {
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
}

/** The fault of an error of hono/jwt. */
function faultOf({ name }: Error): TokenFault {
  if (name === 'JwtTokenExpired' || name === 'JwtTokenIssuedAt') return 'expired';
  return name === 'JwtTokenSignatureMismatched' ? 'forged' : 'malformed';
}

/** The caller by the API key, and by the user's own token if the request has one. */
export async function callerOf(
  headers: Headers,
  { publishableKey, secretKey, jwtSecret }: Keys,
): Promise<{ role: Role; fault?: TokenFault }> {
  const key = headers.get('apikey');
  if (key !== publishableKey && key !== secretKey) return { role: 'anyone' };
  const [, token] = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '') ?? [];
  if (token === undefined || token === key)
    return { role: key === secretKey ? 'service' : 'visitor' };
  try {
    const { role } = await verify(token, jwtSecret, 'HS256');
    return role === 'authenticated' ? { role: 'user' } : { role: 'visitor', fault: 'forged' };
  } catch (error) {
    return { role: 'visitor', fault: faultOf(error as Error) };
  }
}
