import type { PgliteConnection } from '@supabase/lite/pglite';

/**
 * Stock behaviour mended: `request.headers`, which the flood guard reads, is set for calls of functions only. PostgREST and
 * Storage set it for every statement of a request. The caller must have the session alone while `work` runs.
 */
export async function withRequestHeaders<T>({ driver }: PgliteConnection, request: Request, work: () => Promise<T>): Promise<T> {
  const set = (headers: string) => driver.query(`select set_config('request.headers', $1, false)`, [headers]);
  await set(JSON.stringify(Object.fromEntries(request.headers)));
  try {
    return await work();
  } finally {
    await set('');
  }
}
