import type { SubmissionKind } from '../core/domain/submission.ts';
import { db } from './outbox.ts';

const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * What was typed into a form and not sent, up to a day old; null when there is nothing. A courtesy: where the browser
 * can't store, there are no drafts, and nothing fails.
 */
export async function loadDraft(form: SubmissionKind): Promise<unknown> {
  const draft = await db.drafts.get(form).catch(() => undefined);
  if (!draft) return null;
  const age = Date.now() - draft.savedAt;
  if (age >= 0 && age < KEPT_MS) return draft.values;
  await clearDraft(form);
  return null;
}

/** Keeps what is typed, over what was kept before. */
export async function saveDraft(form: SubmissionKind, values: unknown): Promise<void> {
  await db.drafts.put({ form, values, savedAt: Date.now() }).catch(() => undefined);
}

export async function clearDraft(form: SubmissionKind): Promise<void> {
  await db.drafts.delete(form).catch(() => undefined);
}

/** Forgets drafts that are too old, so that nothing typed and abandoned stays on the device. */
export async function pruneDrafts(): Promise<void> {
  for (const { form } of await db.drafts.toArray().catch(() => [])) await loadDraft(form);
}
