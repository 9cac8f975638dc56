import { checkResume } from '../core/domain/resume.ts';
import type { Submission } from '../core/domain/submission.ts';
import { createSubmission } from '../core/mutations/visitors.ts';
import type { NewFile } from '../core/outbox/entry.ts';
import { awaited } from './notifications.ts';
import { outbox } from './outbox.ts';
import type { SubmitOutcome, SubmittingForm } from './page-outbox.ts';

/**
 * Sends a form's submission as `PageOutbox.submit` does, with its values and its file checked again.
 * `id`: that of a new submission. Its form in this tab shows the result, so nobody else announces it.
 */
export async function submit(
  submission: Submission,
  file: File | null,
  form: SubmittingForm & { id: string },
): Promise<SubmitOutcome> {
  const { replaces, kept, id } = form;
  const picked = file && (await readResume(file));
  if (file && !picked) return refuse('file-refused', form);
  const newId = replaces || kept ? undefined : id;
  const fresh = createSubmission(submission, picked, Date.now(), newId);
  if (!fresh) return refuse('invalid', form);
  const ids = [fresh.entry.id, kept?.entry.id, replaces?.id].filter((one) => one !== undefined);
  for (const one of ids) awaited.add(one);
  const result = await outbox.submit(fresh, form);
  if (result.outcome !== 'done') for (const one of ids) awaited.delete(one);
  return result;
}

const refuse = (
  reason: 'file-refused' | 'invalid',
  { replaces, kept }: SubmittingForm,
): SubmitOutcome => ({
  outcome: 'refused',
  attention: { reason, message: '' },
  replaces,
  kept,
});

async function readResume(file: File): Promise<NewFile | null> {
  const bytes = await file.arrayBuffer();
  const check = checkResume(new Uint8Array(bytes));
  return check.ok ? { name: file.name, bytes, type: check.type, extension: check.extension } : null;
}
