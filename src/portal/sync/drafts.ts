import type { CreatedEntity } from '../../core/domain/creation.ts';
import { liveRead } from '../../core/store/live-read.ts';
import { administrator } from '../../runtime/auth/session.ts';
import { db } from '../../runtime/database.ts';

/** What an administrator typed into the form of a list and did not send. */
interface FormDraft {
  values: unknown;
  /** The form that saved it. */
  savedBy: string;
}

const keyOf = (list: CreatedEntity) => `draft:${list}` as const;

/**
 * Saves the signed-in administrator's draft among their facts, which a sign-out deletes; null
 * deletes it. False if this device cannot keep it. Never rejects.
 */
export async function saveDraft(list: CreatedEntity, draft: FormDraft | null): Promise<boolean> {
  const user = administrator();
  if (!user) return false;
  const forget = () => db.portalFacts.delete([user.id, keyOf(list)]);
  try {
    // In one request: a page that is left has no time for a second.
    if (draft) await db.portalFacts.put({ userId: user.id, key: keyOf(list), value: draft });
    else await forget();
    // A sign-out in another tab may have come first: it deletes the role.
    const hasRole = (await db.portalFacts.get([user.id, 'role'])) !== undefined;
    if (!hasRole) await forget();
    return hasRole;
  } catch (error) {
    console.warn('A draft could not be kept:', error);
    return false;
  }
}

/**
 * Calls the listener with the draft now and after each change in any tab; null without one. Returns
 * a function that stops.
 */
export function onDraft(
  list: CreatedEntity,
  listener: (draft: FormDraft | null) => void,
): () => void {
  const read = async () => {
    const user = administrator();
    const fact = user && (await db.portalFacts.get([user.id, keyOf(list)]));
    return (fact?.value ?? null) as FormDraft | null;
  };
  const subscription = liveRead(read).subscribe(({ value, error }) => {
    if (value !== undefined && error === null) listener(value);
  });
  return () => subscription.unsubscribe();
}
