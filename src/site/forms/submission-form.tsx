import { useContext, useEffect, useRef, useState, type FormEvent, type Ref } from 'react';
import { saveDetails } from '../../runtime/details.ts';
import { outbox } from '../../runtime/outbox.ts';
import { readControls, type TextValues } from '../../ui/text-form.tsx';
import { ChangeStatus } from '../../ui/change-status.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ShowResult } from './form-page.tsx';
import { SubmitButton } from './form-shell.tsx';
import { KIND_TEXTS } from './kind-texts.ts';
import { EditNotice, restoredButtonClass, restoredClass } from './edit-notice.tsx';
import { RememberMe, UseDetails } from './remembered-details.tsx';
import { ElsewhereNotice, elsewhereTitle, FailureNotice } from './submission-notice.tsx';
import { SubmissionResult } from './submission-result.tsx';
import type { FieldProblem, Outgoing, SubmissionFormState } from './use-submission-form.ts';
import type { Elements } from '../../ui/elements.ts';

/** Says that the form was restored, and offers to empty it. */
function RestoredNotice({ onClear }: { onClear: () => void }) {
  return (
    <div className={restoredClass}>
      <p>We kept what you typed.</p>
      <button type="button" onClick={onClear} className={restoredButtonClass}>
        Clear
      </button>
    </div>
  );
}

/**
 * The errors of the last submit, each linked to its field. Focused then, and no alert: it stays as
 * it is while they are corrected, and only ticks them off.
 */
function ErrorSummary({
  submitCount,
  problems,
  ref,
}: {
  submitCount: number;
  problems: readonly FieldProblem[];
  ref: Ref<HTMLDivElement>;
}) {
  const [found, setFound] = useState({ submitCount, problems });
  if (found.submitCount !== submitCount) setFound({ submitCount, problems });
  const count = found.problems.length;
  if (count === 0) return null;
  const title = count === 1 ? 'Please check one field' : `Please check ${count} fields`;
  return (
    <div ref={ref} role="group" aria-label={title} tabIndex={-1} className="rounded-2xl">
      <Notice tone="error" title={title}>
        <ul className="grid list-disc gap-1 pl-5">
          {found.problems.map(({ id, message }) => (
            <ListedProblem
              key={id}
              id={id}
              message={message}
              isCorrected={problems.every((problem) => problem.id !== id)}
            />
          ))}
        </ul>
      </Notice>
    </div>
  );
}

function ListedProblem({ id, message, isCorrected }: FieldProblem & { isCorrected: boolean }) {
  return (
    <li>
      <a
        href={`#${id}`}
        className={`inline-flex min-h-6 pointer-coarse:min-h-11 items-center font-semibold underline-offset-4 ${isCorrected ? 'text-muted' : 'text-danger underline'}`}
        onClick={(event) => {
          // A hash in the address would count as a navigation.
          event.preventDefault();
          document.getElementById(id)?.focus();
        }}
      >
        {message}
      </a>
      {isCorrected && <span className="text-muted"> Corrected</span>}
    </li>
  );
}

/** The hidden trap field. A bot fills it each time, a password manager only once. */
function Honeypot({ ref }: { ref: Ref<HTMLInputElement> }) {
  return (
    <div aria-hidden="true" className="absolute size-px overflow-hidden [clip-path:inset(50%)]">
      <label>
        Leave this empty
        <input
          ref={ref}
          type="text"
          name="homepage"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore
          data-lpignore="true"
        />
      </label>
    </div>
  );
}

interface SubmissionFormProps<Values extends TextValues, Output> {
  state: SubmissionFormState<Values, Output>;
  /** Builds the submission; null after reporting an error that the schema cannot find. */
  prepare: (values: Output) => Outgoing | null;
  /** Called when the form was emptied. */
  onCleared?: () => void;
  submitLabel: string;
  busyLabel: string;
  /** A condition for sending the form. */
  missing?: string | undefined;
  children: Elements;
}

/** A form that sends a submission. It keeps its input after every failure. */
export function SubmissionForm<Values extends TextValues, Output>(
  props: SubmissionFormProps<Values, Output>,
) {
  const { state, prepare, onCleared, submitLabel, busyLabel, missing, children } = props;
  const { kind, form, stored, names, problems } = state;
  const { failure, isBusy, isLeft, send, block, forget } = state.submitting;
  const { submitCount } = form.formState;
  const { submittedElsewhere: submitted } = stored;
  const showResult = useContext(ShowResult);
  const [remembers, setRemembers] = useState(false);
  const isInHand = useRef(false);
  const fields = useRef<HTMLFormElement>(null);
  const honeypot = useRef<HTMLInputElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const notice = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (submitCount > 0) summary.current?.focus();
  }, [submitCount]);
  useEffect(() => {
    if (!failure) return;
    notice.current?.focus({ preventScroll: true });
    notice.current?.scrollIntoView({ block: 'start' });
  }, [failure]);

  const clear = () => {
    onCleared?.();
    setRemembers(false);
    stored.clear();
  };

  const startAnew = () => {
    clear();
    forget();
    // The focused button is removed.
    fields.current?.querySelector('input')?.focus();
  };

  const giveUp = () => {
    if (stored.replaces) void outbox.endEdit(stored.replaces.id).catch(() => undefined);
    startAnew();
  };

  const submit = async (values: Output) => {
    if (honeypot.current?.value) {
      honeypot.current.value = '';
      return block();
    }
    const outgoing = prepare(values);
    if (!outgoing) return;
    stored.rest();
    const sending = send(outgoing, stored);
    if (remembers) void saveDetails(outgoing.submission.values);
    const sent = await sending;
    // No wait for the device here: its storage may never answer.
    if (!sent.result) stored.save(sent.replaces, sent.isTried);
    else if (isLeft()) stored.forget();
    else {
      clear();
      showResult(<SubmissionResult result={sent.result} />);
    }
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The button keeps the focus while busy, so it can be pressed again; it is busy before it
    // shows so.
    if (isInHand.current) return;
    isInHand.current = true;
    readControls(form, event.currentTarget);
    await form
      .handleSubmit(submit)(event)
      .finally(() => (isInHand.current = false));
  };

  return (
    <div className="grid gap-6">
      {/* On a phone, the toast with the same text stands above it for a moment. */}
      <div
        ref={notice}
        id={`${kind}-notice`}
        // Focused after a failure, which then reads the notice.
        role="group"
        aria-labelledby={`${kind}-notice`}
        tabIndex={-1}
        className="rounded-2xl empty:hidden max-sm:scroll-mt-24"
      >
        {failure ? (
          <FailureNotice kind={kind} failure={failure} />
        ) : (
          submitted !== null && <ElsewhereNotice kind={kind} submitted={submitted} />
        )}
      </div>
      <ChangeStatus text={!failure && submitted ? elsewhereTitle(kind, submitted) : ''} />
      {!failure && submitted !== null && (
        <h2 className="text-2xl font-bold">{KIND_TEXTS[kind].another}</h2>
      )}
      <ErrorSummary submitCount={submitCount} problems={problems} ref={summary} />
      {stored.replaces && (stored.restored || failure?.outcome === 'refused') && (
        <EditNotice replaces={stored.replaces} isBusy={isBusy} onCancel={giveUp} />
      )}
      {stored.restored && !stored.replaces && <RestoredNotice onClear={startAnew} />}
      <form
        ref={fields}
        noValidate
        className="relative grid gap-8"
        onSubmit={(event) => void onSubmit(event)}
      >
        <UseDetails state={state} />
        {children}
        <RememberMe names={names} disabled={isBusy} checked={remembers} onChange={setRemembers} />
        <Honeypot ref={honeypot} />
        <SubmitButton busy={isBusy} missing={missing}>
          {isBusy ? busyLabel : submitLabel}
        </SubmitButton>
      </form>
    </div>
  );
}
