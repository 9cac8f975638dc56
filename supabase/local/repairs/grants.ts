import type { PgliteConnection } from '@supabase/lite/pglite';

/**
 * Stock behaviour mended: on its first request @supabase/lite grants ALL on every table to every role, so that column
 * grants and revokes of the migrations mean nothing. It skips that when told that row-level security is already set up.
 */
export function honourGrants(connection: PgliteConnection): void {
  (connection as unknown as { rlsState: string }).rlsState = 'active';
}
