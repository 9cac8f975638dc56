import { CORS_HEADERS } from '../_shared/cors.ts';
import type { VapidKeys } from '../_shared/vapid.ts';

const HEADERS = { ...CORS_HEADERS, 'access-control-allow-methods': 'GET, OPTIONS' };

/**
 * Returns the public key of web push: `{key}`, null where web push is not set up. The key is no
 * secret.
 */
export const createPushKeyHandler =
  (keys: VapidKeys | null) =>
  ({ method }: Request): Response => {
    if (method === 'OPTIONS') return new Response(null, { status: 204, headers: HEADERS });
    return method === 'GET'
      ? Response.json({ key: keys?.publicKey ?? null }, { headers: HEADERS })
      : Response.json({ error: 'Use GET.' }, { status: 405, headers: HEADERS });
  };
