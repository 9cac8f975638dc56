/**
 * The backend this build talks to. Without a URL it is the origin that serves the page: the embedded backend. There is no
 * origin while the pages are written at build, and nothing is sent from there.
 */
export const env = {
  supabaseUrl: (import.meta.env.VITE_SUPABASE_URL || (globalThis.location?.origin ?? '')).replace(
    /\/$/,
    '',
  ),
  publishableKey: import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY,
};
