/** The backend this build talks to. Without a URL it is the origin that serves the page: the embedded backend. */
export const env = {
  supabaseUrl: (import.meta.env.VITE_SUPABASE_URL || location.origin).replace(/\/$/, ''),
  publishableKey: import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY,
};
