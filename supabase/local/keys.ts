/**
 * The publishable key of the embedded backend. It is public, and grants visitors' permissions only.
 */
export const LOCAL_PUBLISHABLE_KEY = 'sb_publishable_local_0000000000000000';
