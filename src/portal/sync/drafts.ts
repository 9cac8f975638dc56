import type { CreatedEntity } from '../../core/domain/creation.ts';
import { liveRead } from '../../core/store/live-read.ts';
import { administrator } from '../../runtime/auth/session.ts';
import { db } from '../../runtime/database.ts';

/** The text of a list's form that was not sent. */
interface FormDraft {
  values: unknown;
  /** The form that saved it. */
  savedBy: string;
}

const keyOf = (userId: string, list: CreatedEntity) => `${userId} ${list}`;

/**
 * Saves the signed-in administrator's draft, which a sign-out deletes; null deletes it. False if
 * this device cannot keep it. Never rejects.
 */
export async function saveDraft(list: CreatedEntity, draft: FormDraft | null): Promise<boolean> {
  const user = administrator();
  if (!user) return false;
  const key = keyOf(user.id, list);
  try {
    // In one request: a page that is left has no time for a second.
    if (draft)
      await db.forms.put({
        key,
        userId: user.id,
        id: draft.savedBy,
        values: draft.values,
        savedAt: Date.now(),
      });
    else await db.forms.delete(key);
    // A sign-out in another tab may have come first: it deletes the role.
    const hasRole = (await db.portalFacts.get([user.id, 'role'])) !== undefined;
    if (!hasRole) await db.forms.delete(key);
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
    const form = user && (await db.forms.get(keyOf(user.id, list)));
    return form ? { values: form.values, savedBy: form.id } : null;
  };
  const subscription = liveRead(read).subscribe(({ value, error }) => {
    if (value !== undefined && error === null) listener(value);
  });
  return () => subscription.unsubscribe();
}
