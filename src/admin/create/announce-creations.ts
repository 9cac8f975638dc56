import type { Creation } from '../../core/domain/creation.ts';
import type { AdminResult } from '../../runtime/portal/admin-actions.ts';
import { notify } from '../../ui/toast.ts';
import { CREATION_TEXTS } from './creation-texts.ts';

/** True when there is nothing left to do for the person: it is done, safe on this device, or no longer wanted. */
export const isInGoodHands = ({ outcome }: AdminResult) => outcome !== 'refused' && outcome !== 'not-stored';

/** What is said of a creation that was not accepted. */
export function failureText(entity: Creation['entity'], result: AdminResult): string | null {
  if (result.outcome === 'refused') return CREATION_TEXTS[entity].failed(result.message);
  return result.outcome === 'not-stored' ? result.message : null;
}

/** Tells what became of what was added to a list in one go. The same reason is told once. */
export function announceCreations(entity: Creation['entity'], results: readonly AdminResult[]): void {
  const texts = CREATION_TEXTS[entity];
  const count = (outcome: AdminResult['outcome']) => results.filter((result) => result.outcome === outcome).length;

  const [done, saved] = [count('done'), count('saved')];
  if (done > 0) void notify.success('Success', { description: texts.created(done) });
  if (saved > 0) void notify.info('Saved on this device', { description: texts.saved(saved) });
  for (const description of new Set(results.map((result) => failureText(entity, result)))) {
    if (description !== null) void notify.error('Error', { description });
  }
}
