declare const self: ServiceWorkerGlobalScope;

/**
 * The backend of this build. Without a URL it is the origin that serves the worker: the embedded
 * backend.
 */
export const env = {
  supabaseUrl: (import.meta.env.VITE_SUPABASE_URL || self.location.origin).replace(/\/$/, ''),
  publishableKey: import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY,
};
