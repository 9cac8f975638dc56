import type * as z from 'zod/mini';
import { bookingSchema } from '../core/domain/booking.ts';
import { contactSchema } from '../core/domain/contact.ts';
import { jobApplicationSchema } from '../core/domain/job-application.ts';
import { checkResume } from '../core/domain/resume.ts';
import type { Submission, SubmissionKind, SubmissionValues } from '../core/domain/submission.ts';
import { createSubmission } from '../core/mutations/visitors.ts';
import type { NewFile } from '../core/outbox/entry.ts';
import { awaited } from './notifications.ts';
import { outbox } from './outbox.ts';
import type { SubmitOutcome, SubmittingForm } from './page-outbox.ts';

/** The rules of each submission, which load with a form. */
const SCHEMAS: { readonly [K in SubmissionKind]: z.ZodMiniType<SubmissionValues[K]> } = {
  booking: bookingSchema,
  job_application: jobApplicationSchema,
  contact: contactSchema,
};

/** The submission with its cleaned values; null when one breaks a rule: a fault of the form. */
function checked({ kind, values }: Submission): Submission | null {
  const parsed = SCHEMAS[kind].safeParse(values);
  return parsed.success ? ({ kind, values: parsed.data } as Submission) : null;
}

/**
 * Sends a form's submission as `PageOutbox.submit` does, with its values and its file checked again.
 * `id`: that of a new submission. Its form in this tab shows the result, so nobody else announces it.
 */
export async function submit(
  submission: Submission,
  file: File | null,
  form: SubmittingForm & { id: string },
): Promise<SubmitOutcome> {
  const { replaces, id } = form;
  const picked = file && (await readResume(file));
  if (file && !picked) return refuse('file-refused', form);
  const clean = checked(submission);
  if (!clean) return refuse('invalid', form);
  const fresh = createSubmission(clean, picked, Date.now(), replaces ? undefined : id);
  const ids = [fresh.entry.id, replaces?.id].filter((one) => one !== undefined);
  for (const one of ids) awaited.add(one);
  const result = await outbox.submit(fresh, form);
  if (result.outcome !== 'done') for (const one of ids) awaited.delete(one);
  return result;
}

const refuse = (
  reason: 'file-refused' | 'invalid',
  { replaces, isTried }: SubmittingForm,
): SubmitOutcome => ({
  outcome: 'refused',
  attention: { reason, message: '' },
  replaces,
  isTried,
});

async function readResume(file: File): Promise<NewFile | null> {
  const bytes = await file.arrayBuffer();
  const check = checkResume(new Uint8Array(bytes));
  return check.ok ? { name: file.name, bytes, type: check.type, extension: check.extension } : null;
}
