import { startTransition, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { get, type FieldError, type FieldPath, type UseFormReturn } from 'react-hook-form';
import type { Submission, SubmissionKind } from '../../core/domain/submission.ts';
import type { Replaced } from '../../core/store/device-schema.ts';
import type { SubmitOutcome } from '../../runtime/page-outbox.ts';
import { submit } from '../../runtime/submit.ts';
import {
  textResolver,
  useFieldErrors,
  useTextForm,
  useUnsavedLock,
  type TextSchema,
  type TextValues,
} from '../../ui/text-form.tsx';
import { notify } from '../../ui/toast.ts';
import { ShowShell } from './deferred-form.tsx';
import { fieldId, type Bind } from './form-shell.tsx';
import { causeText, whenText } from '../causes.ts';
import {
  attentionToast,
  alreadySentText,
  KIND_TEXTS,
  refusedText,
  savedToast,
} from './kind-texts.ts';
import { useStoredForm, type StoredFormState } from '../../runtime/use-stored-form.ts';

/** A reason why the form cannot be sent. */
export interface FieldProblem {
  /** The id of the field's control. */
  id: string;
  message: string;
}

/** The form's submission, and the lines that its result repeats in the form's words. */
export interface Outgoing {
  submission: Submission;
  file: File | null;
  lines: readonly (readonly [label: string, text: string])[];
}

/** A submission that is delivered or safe on the device. */
export type Result = Extract<SubmitOutcome, { outcome: 'done' | 'waiting' }> &
  Omit<Outgoing, 'file'>;

/** The reason why the last submit failed. */
export type Failure =
  Extract<SubmitOutcome, { outcome: 'refused' | 'not-stored' }> | { outcome: 'blocked' | 'broken' };

interface Submitting {
  /** The outcome of the last submit, if it failed. */
  failure: Failure | null;
  /** The form shows that a submission is being sent. */
  isBusy: boolean;
  /** The form has left the page; the submission outlives it. */
  isLeft: () => boolean;
  /**
   * Sends the submission; the caller prevents a second call meanwhile. With a result the form can be
   * emptied. Without one it keeps its input; `replaces` names the entry it replaces, and where it
   * `isTried` this page could not store it. Never rejects.
   */
  send: (
    outgoing: Outgoing,
    stored: Pick<StoredFormState, 'replaces' | 'own'>,
  ) => Promise<{ result: Result } | { result: null; replaces: Replaced | null; isTried: boolean }>;
  /** Refuses a submit by a program. */
  block: () => void;
  /** Hides the failure of the last submit. */
  forget: () => void;
}

interface SubmissionFormOptions<Values extends TextValues, Output> {
  kind: SubmissionKind;
  /** Every field in the form's order, empty. Pass the same object at every render. */
  empty: Values;
  /** The initial values without stored ones. Only those of the first render count. */
  chosen?: Partial<Values>;
  schema: TextSchema<Output>;
}

export interface SubmissionFormState<Values extends TextValues, Output> {
  kind: SubmissionKind;
  /** False while the form starts and its shell is still shown. */
  isDrawn: boolean;
  form: UseFormReturn<Values, unknown, Output>;
  stored: StoredFormState;
  submitting: Submitting;
  bind: Bind<FieldPath<Values>>;
  errorOf: (name: FieldPath<Values>) => string | undefined;
  /** The fields in their order. */
  names: readonly FieldPath<Values>[];
  /** False for a value whose field is hidden. */
  hasField: (name: FieldPath<Values>) => boolean;
  focus: (name: FieldPath<Values>) => void;
  /** The reasons why the form cannot be sent, in field order. */
  problems: FieldProblem[];
}

/** The state of a submission's form: checks, stored values, sending, and the lock that delays updates. */
export function useSubmissionForm<Values extends TextValues, Output>({
  kind,
  empty,
  chosen,
  schema,
}: SubmissionFormOptions<Values, Output>): SubmissionFormState<Values, Output> {
  const isDrawn = useTakeOver();
  const [opened] = useState<Values>({ ...empty, ...chosen });
  const form = useTextForm(textResolver<Values, Output>(schema), opened);
  const errors = useFieldErrors(form);
  const submitting = useSubmission();
  const stored = useStoredForm(form, {
    ...{ key: kind, empty, opened, isLeft: submitting.isLeft },
    onSubmittedElsewhere: submitting.forget,
  });
  useUnsavedLock(form.formState.isDirty);

  const errorOf = (name: FieldPath<Values>) =>
    (get(errors, name) as FieldError | undefined)?.message;
  const names = Object.keys(empty) as FieldPath<Values>[];
  const fieldOf = (name: FieldPath<Values>) => document.getElementById(fieldId(kind, name));

  return {
    kind,
    isDrawn,
    form,
    stored,
    submitting,
    bind: (name) => ({ ...form.register(name), id: fieldId(kind, name), error: errorOf(name) }),
    errorOf,
    names,
    hasField: (name) => fieldOf(name) !== null,
    focus: (name) => fieldOf(name)?.focus(),
    problems: names.flatMap((name) => {
      const message = errorOf(name);
      return message ? [{ id: fieldId(kind, name), message }] : [];
    }),
  };
}

/**
 * For a form that replaces its shell: false while the form library starts, and true once the form
 * can be drawn in the shell's place. Drawing all fields in the library's first task would block a
 * slow phone.
 */
function useTakeOver(): boolean {
  const showShell = useContext(ShowShell);
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(
    () =>
      startTransition(() => {
        setIsDrawn(true);
        showShell(false);
      }),
    [showShell],
  );
  return isDrawn;
}

/** Returns whether the component was unmounted. */
function useIsLeft(): () => boolean {
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  return useCallback(() => isLeft.current, []);
}

/** Long enough to notice: a file is being stored, or the device is slow. */
const BUSY_AFTER_MS = 100;

/** Submits a form's values and keeps a failure to show. */
function useSubmission(): Submitting {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isLeft = useIsLeft();

  const showBusy = () => {
    setFailure(null);
    setIsBusy(true);
  };

  const send: Submitting['send'] = async ({ submission, file, lines }, { replaces, own }) => {
    // Drawn after storing, because IndexedDB answers on the page's thread.
    const timer = setTimeout(showBusy, BUSY_AFTER_MS);
    try {
      const { id, isStored, isTried } = own();
      const result = await submit(submission, file, {
        ...{ key: submission.kind, id, ownsStored: isStored, isTried, replaces },
        ...{ onStored: showBusy, isLeft },
      });
      announce(submission.kind, result, !isLeft());
      if (!('replaces' in result)) return { result: { ...result, submission, lines } };
      setFailure(result);
      return { result: null, replaces: result.replaces, isTried: result.isTried };
    } catch (error) {
      console.error('The submission failed on this page:', error);
      setFailure({ outcome: 'broken' });
      void notify.error(KIND_TEXTS[submission.kind].failed, { isRepeated: !isLeft() });
      return { result: null, replaces, isTried: true };
    } finally {
      clearTimeout(timer);
      setIsBusy(false);
    }
  };

  return {
    failure,
    isBusy,
    isLeft,
    send,
    block: () => setFailure({ outcome: 'blocked' }),
    forget: () => setFailure(null),
  };
}

export type NotStored = Extract<SubmitOutcome, { outcome: 'not-stored' }>;

/** The connection broke after the request may have left. */
export const isAnswerLost = ({ cause, mayHaveArrived }: NotStored): boolean =>
  (cause === 'offline' || cause === 'no-answer') && mayHaveArrived;

/** `isRepeated`: the form is still on the page, and a notice in its place says the same. */
function announce(kind: SubmissionKind, result: SubmitOutcome, isRepeated: boolean): void {
  const texts = KIND_TEXTS[kind];
  switch (result.outcome) {
    case 'done':
      if (result.hasOnlyFormer) void notify.info(alreadySentText(kind), { isRepeated });
      else void notify.success(texts.sent, { isRepeated });
      void result.alert.then((alert) => {
        if (alert === 'not-sent')
          void notify.info(texts.alertNotSent, { id: `alert:${result.id}` });
      });
      break;
    case 'waiting':
      if (result.needsSender) {
        void notify.error(
          `Your ${texts.noun} ${result.reference} needs attention. Please look in My requests.`,
          { id: attentionToast(result.id), isRepeated },
        );
        break;
      }
      void notify.info(
        `Saved on this device. Your ${texts.noun} is not with us yet; it will be sent automatically.`,
        { id: savedToast(result.id), isRepeated },
      );
      break;
    case 'refused':
      void notify.error(refusedText(kind, result.attention.reason), { isRepeated });
      break;
    case 'not-stored':
      void notify.error(
        isAnswerLost(result)
          ? `We had no answer: your ${texts.noun} may have reached us.`
          : `Your ${texts.noun} has not been sent. ${causeText(result.cause)}Please try again ${whenText(result.cause)}.`,
        { isRepeated },
      );
  }
}
