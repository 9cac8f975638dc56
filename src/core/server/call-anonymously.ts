export interface BuildBackend {
  /** Its address without a trailing slash. */
  supabaseUrl: string;
  publishableKey: string;
}

/**
 * Calls a function of the database without a token or a library: in the worker, and before a page
 * has loaded its client. Rejects where the network fails; every answer resolves.
 */
export const callAnonymously = (
  { supabaseUrl, publishableKey }: BuildBackend,
  name: string,
  args: object,
  { send = fetch, ...init }: Pick<RequestInit, 'keepalive'> & { send?: typeof fetch } = {},
): Promise<Response> =>
  send(`${supabaseUrl}/rest/v1/rpc/${name}`, {
    ...init,
    method: 'POST',
    credentials: 'omit',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(args),
  });
