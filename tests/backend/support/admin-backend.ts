import type { AdminBackend } from '../../../src/core/server/admin-backend.ts';
import { createSupabaseAdminBackend } from '../../../src/core/server/supabase-admin-backend.ts';
import type { TokenSource } from '../../../src/core/server/signed-in.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../../supabase/local/keys.ts';
import type { clientOf } from './client.ts';

type Client = ReturnType<typeof clientOf>;

/** The token of the client's signed-in user. */
export async function tokenOf(client: Client) {
  const { session } = (await client.auth.getSession()).data;
  if (!session) throw new Error('Nobody is signed in');
  return { outcome: 'token', token: session.access_token, userId: session.user.id } as const;
}

/** The product's adapter with this token source. */
export const backendWith = (url: string, token: TokenSource): AdminBackend =>
  createSupabaseAdminBackend({ url, publishableKey: LOCAL_PUBLISHABLE_KEY, token });

/** The product's adapter for the client's signed-in user. */
export const backendOf = (url: string, client: Client): AdminBackend =>
  backendWith(url, async ({ refused }) => {
    if (refused !== null) await client.auth.refreshSession();
    return tokenOf(client);
  });
