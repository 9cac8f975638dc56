import type { PgliteConnection } from '@supabase/lite/pglite';
import { requestContext } from './request-context.ts';

interface SessionSetup {
  applyJwtSessionContext(...parameters: unknown[]): Promise<void>;
}

/**
 * Stock behaviour mended: `request.headers`, which the flood guard reads, is set for calls of functions only. PostgREST and
 * Storage set it for every statement of a request.
 */
export function exposeRequestHeaders(connection: PgliteConnection): void {
  const setup = connection as unknown as SessionSetup;
  const applyJwtSessionContext = setup.applyJwtSessionContext.bind(connection);
  setup.applyJwtSessionContext = async (...parameters) => {
    const headers = Object.fromEntries(requestContext.getStore()?.request.headers ?? []);
    await connection.driver.query(`select set_config('request.headers', $1, true)`, [JSON.stringify(headers)]);
    await applyJwtSessionContext(...parameters);
  };
}
