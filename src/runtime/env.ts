/**
 * The backend of this build. Without a URL it is the origin that serves the page: the embedded
 * backend. Prerendering has no origin, and sends nothing.
 */
export const env = {
  supabaseUrl: (import.meta.env.VITE_SUPABASE_URL || (globalThis.location?.origin ?? '')).replace(
    /\/$/,
    '',
  ),
  publishableKey: import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY,
};
