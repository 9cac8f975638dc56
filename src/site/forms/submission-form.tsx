import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import type { Submission } from '../../core/domain/submission.ts';
import type { TextValues } from '../../ui/forms/text-values.ts';
import { DraftNotice } from './draft-notice.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { Honeypot } from './honeypot.tsx';
import { SubmissionNotice } from './submission-notice.tsx';
import { SubmitButton } from './submit-button.tsx';
import type { SubmissionFormState } from './use-submission-form.ts';

interface SubmissionFormProps<Values extends TextValues, Output> {
  state: SubmissionFormState<Values, Output>;
  /** What is to be sent; null when something is wrong that the schema can't see, and that is said by then. */
  prepare: (values: Output) => { submission: Submission; file: File | null } | null;
  /** Hears when the form was emptied. */
  onCleared?: () => void;
  submitLabel: string;
  busyLabel: string;
  /** What has to be done before the form can be sent. */
  missing?: string | undefined;
  /** The fields. */
  children: ReactNode;
}

/** A form that sends a submission. Whatever happens, its input is never lost. */
export function SubmissionForm<Values extends TextValues, Output>(props: SubmissionFormProps<Values, Output>) {
  const { state, prepare, onCleared, submitLabel, busyLabel, missing, children } = props;
  const { kind, form, draft, problems } = state;
  const { last, send, block } = state.submitting;
  const { isSubmitting, submitCount } = form.formState;
  const honeypot = useRef<HTMLInputElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const notice = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (submitCount > 0) summary.current?.focus();
  }, [submitCount]);
  useEffect(() => {
    if (last) notice.current?.focus();
  }, [last]);

  const clear = () => {
    onCleared?.();
    return draft.clear();
  };

  const submit = async (values: Output) => {
    if (honeypot.current?.value) return block();
    const outgoing = prepare(values);
    if (!outgoing) return;
    const inGoodHands = await send(outgoing.submission, outgoing.file);
    await (inGoodHands ? clear() : draft.keep());
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // The button keeps the focus while it is busy, so it can be pressed again.
    if (!isSubmitting) void form.handleSubmit(submit)(event);
  };

  return (
    <div className="grid gap-6">
      <div ref={notice} role="status" tabIndex={-1} className="rounded-2xl empty:hidden">
        {last && <SubmissionNotice kind={kind} last={last} />}
      </div>
      <ErrorSummary problems={problems} ref={summary} />
      {draft.restored && <DraftNotice onClear={() => void clear()} />}
      <form noValidate className="relative grid gap-8" onSubmit={onSubmit}>
        {children}
        <Honeypot ref={honeypot} />
        <SubmitButton busy={isSubmitting} missing={missing}>
          {isSubmitting ? busyLabel : submitLabel}
        </SubmitButton>
      </form>
    </div>
  );
}
