import { useState } from 'react';
import { useForm, type DefaultValues, type FieldPath, type UseFormReturn } from 'react-hook-form';
import type { SubmissionKind } from '../../core/domain/submission.ts';
import { textResolver, useUnsavedLock, type TextSchema, type TextValues } from '../../ui/forms/text-form.tsx';
import { fieldId, type Bind } from '../form-shell/form-shell.tsx';
import { useDraft, type FormDraft } from './use-draft.ts';
import { useSubmission, type Submitting } from './use-submission.ts';

/** What keeps a form from being sent. */
export interface FieldProblem {
  /** The id of the field's control. */
  id: string;
  message: string;
}

interface SubmissionFormOptions<Values extends TextValues, Output> {
  kind: SubmissionKind;
  /** Every field in the order of the form, empty. The same object at every render. */
  empty: Values;
  /** What it opens with, where there is no draft that says otherwise. Only the first counts. */
  chosen?: Partial<Values>;
  schema: TextSchema<Output>;
}

export interface SubmissionFormState<Values extends TextValues, Output> {
  kind: SubmissionKind;
  form: UseFormReturn<Values, unknown, Output>;
  draft: FormDraft;
  submitting: Submitting;
  bind: Bind<FieldPath<Values>>;
  /** What keeps the form from being sent, in the order of its fields. */
  problems: FieldProblem[];
}

/** All that the form of a submission has besides its looks: checks, draft, sending, and the lock that holds back updates. */
export function useSubmissionForm<Values extends TextValues, Output>({
  kind,
  empty,
  chosen,
  schema,
}: SubmissionFormOptions<Values, Output>): SubmissionFormState<Values, Output> {
  const [opened] = useState<Values>({ ...empty, ...chosen });
  const form = useForm<Values, unknown, Output>({
    resolver: textResolver<Values, Output>(schema),
    defaultValues: opened as DefaultValues<Values>,
    shouldFocusError: false,
  });
  const { formState } = form;
  const draft = useDraft(kind, { empty, opened }, form);
  const submitting = useSubmission();
  useUnsavedLock(formState.isDirty);

  const errorOf = (name: FieldPath<Values>) => form.getFieldState(name, formState).error?.message;
  const names = Object.keys(empty) as FieldPath<Values>[];

  return {
    kind,
    form,
    draft,
    submitting,
    bind: (name) => ({ ...form.register(name), id: fieldId(kind, name), error: errorOf(name) }),
    problems: names.flatMap((name) => {
      const message = errorOf(name);
      return message ? [{ id: fieldId(kind, name), message }] : [];
    }),
  };
}
