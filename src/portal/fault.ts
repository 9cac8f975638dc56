import type { WaitCause } from '../core/domain/reasons.ts';
import type { ReadResult } from '../core/server/admin-backend.ts';
import type { SendResult } from '../core/server/backend.ts';

/** Why the server failed or refused; a refusal has its own words. */
export type Fault = { cause: WaitCause } | { refusal: string };

type Failed = Exclude<SendResult | ReadResult<unknown>, { outcome: 'accepted' | 'read' }>;

export function faultOf(result: Failed): Fault {
  if (result.outcome === 'rejected') return { refusal: result.message };
  if (result.outcome === 'signed-out') return { cause: 'signed-out' };
  return { cause: result.reason === 'in-progress' ? 'server' : result.reason };
}
