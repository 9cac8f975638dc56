import { startTransition, useCallback, useContext, useEffect, useRef, useState } from 'react';
import {
  get,
  useForm,
  type DefaultValues,
  type FieldError,
  type FieldPath,
  type UseFormReturn,
} from 'react-hook-form';
import type { Submission, SubmissionKind } from '../../core/domain/submission.ts';
import type { Edits } from '../../core/store/rows.ts';
import { submit } from '../../runtime/submit.ts';
import type { SubmitOutcome } from '../../runtime/submit-outcome.ts';
import {
  textResolver,
  useFieldErrors,
  useUnsavedLock,
  type TextSchema,
  type TextValues,
} from '../../ui/text-form.tsx';
import { notify } from '../../ui/toast.ts';
import { ShowShell } from './deferred-form.tsx';
import { fieldId, type Bind } from './form-shell.tsx';
import { causeText, whenText } from '../causes.ts';
import { attentionToast, hadArrivedText, KIND_TEXTS, savedToast } from './kind-texts.ts';
import { useDraft, type FormDraft } from './use-draft.ts';

/** What keeps a form from being sent. */
export interface FieldProblem {
  /** The id of the field's control. */
  id: string;
  message: string;
}

/** What a form sends, and the lines that its result repeats, in the words of the form. */
export interface Outgoing {
  submission: Submission;
  file: File | null;
  lines: readonly (readonly [label: string, text: string])[];
}

/** What became of a submit, as the form goes on showing it. */
export type ShownOutcome =
  (SubmitOutcome & Omit<Outgoing, 'file'>) | { outcome: 'blocked' | 'broken' };

interface Submitting {
  last: ShownOutcome | null;
  /** A submission is on its way, and the form shows it. */
  isBusy: boolean;
  /** Whether the form is gone from the page, which what is on its way outlives. */
  isLeft: () => boolean;
  /**
   * Sends; the caller sees to it that one is sent at a time. `isSafe`: the submission is in good hands and the form can be emptied;
   * else the form has to keep its input, and what that `edits`. Never rejects.
   */
  send: (
    outgoing: Outgoing,
    edits: Edits | null,
  ) => Promise<{ isSafe: boolean; edits: Edits | null }>;
  /** Refuses a submit that a person would not have made. */
  block: () => void;
  /** Shows no longer what became of the last submit. */
  forget: () => void;
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
  /** Whether it is to be drawn: not while it starts, as its shell still stands there. */
  isDrawn: boolean;
  form: UseFormReturn<Values, unknown, Output>;
  draft: FormDraft;
  submitting: Submitting;
  bind: Bind<FieldPath<Values>>;
  /** What is wrong with a field, in words. */
  errorOf: (name: FieldPath<Values>) => string | undefined;
  /** Its fields, in their order. */
  names: readonly FieldPath<Values>[];
  /** False for a value whose field is not shown. */
  hasField: (name: FieldPath<Values>) => boolean;
  focus: (name: FieldPath<Values>) => void;
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
  const isDrawn = useTakeOver();
  const [opened] = useState<Values>({ ...empty, ...chosen });
  const form = useForm<Values, unknown, Output>({
    resolver: textResolver<Values, Output>(schema),
    defaultValues: opened as DefaultValues<Values>,
    shouldFocusError: false,
  });
  const errors = useFieldErrors(form);
  const submitting = useSubmission();
  const draft = useDraft(kind, { empty, opened }, form, submitting.isLeft);
  useUnsavedLock(form.formState.isDirty);

  const errorOf = (name: FieldPath<Values>) =>
    (get(errors, name) as FieldError | undefined)?.message;
  const names = Object.keys(empty) as FieldPath<Values>[];
  const fieldOf = (name: FieldPath<Values>) => document.getElementById(fieldId(kind, name));

  return {
    kind,
    isDrawn,
    form,
    draft,
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
 * For a form that takes the place of its shell: false while it starts, which draws nothing, and true from the moment when it is drawn and the shell goes.
 * A form library draws a form that starts a second time, at once: in one task with all its fields, that would keep a slow phone from answering.
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

/** Tells whether the component is gone from the page. */
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

/** Long enough to be missed: a file is stored, or the device is slow. */
const BUSY_AFTER_MS = 100;

/** Hands a form's values on, and tells the person what became of them. */
function useSubmission(): Submitting {
  const [last, setLast] = useState<ShownOutcome | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isLeft = useIsLeft();

  const showBusy = () => {
    setLast(null);
    setIsBusy(true);
  };

  const send: Submitting['send'] = async ({ submission, file, lines }, edits) => {
    // Drawn once it is stored: the page draws on the thread that stores.
    const timer = setTimeout(showBusy, BUSY_AFTER_MS);
    try {
      const result = await submit(submission, file, edits, { onStored: showBusy, isLeft });
      setLast({ ...result, submission, lines });
      announce(submission.kind, result);
      return 'edits' in result
        ? { isSafe: false, edits: result.edits }
        : { isSafe: true, edits: null };
    } catch (error) {
      console.error('The submission failed on this page:', error);
      setLast({ outcome: 'broken' });
      void notify.error(KIND_TEXTS[submission.kind].failed, { isRepeated: true });
      return { isSafe: false, edits };
    } finally {
      clearTimeout(timer);
      setIsBusy(false);
    }
  };

  return {
    last,
    isBusy,
    isLeft,
    send,
    block: () => setLast({ outcome: 'blocked' }),
    forget: () => setLast(null),
  };
}

export type NotStored = Extract<SubmitOutcome, { outcome: 'not-stored' }>;

/** The connection broke after it may have gone out. */
export const isAnswerLost = ({ cause, mayHaveArrived }: NotStored): boolean =>
  cause === 'offline' && mayHaveArrived;

function announce(kind: SubmissionKind, result: SubmitOutcome): void {
  const texts = KIND_TEXTS[kind];
  switch (result.outcome) {
    case 'done':
      if (result.hadArrived) void notify.info(hadArrivedText(kind), { isRepeated: true });
      else void notify.success(texts.sent, { isRepeated: true });
      void result.alert.then((alert) => {
        if (alert === 'not-sent')
          void notify.info(texts.alertNotSent, { id: `alert:${result.id}` });
      });
      break;
    case 'waiting':
      if (result.needsSender) {
        void notify.error(
          `Your ${texts.noun} ${result.reference} needs attention. Please look in My requests.`,
          { id: attentionToast(result.id), isRepeated: true },
        );
        break;
      }
      void notify.info(
        `Saved on this device. Your ${texts.noun} is not with us yet; it will be sent automatically.`,
        { id: savedToast(result.id), isRepeated: true },
      );
      break;
    case 'refused':
      void notify.error(texts.failed, { isRepeated: true });
      break;
    case 'not-stored':
      void notify.error(
        isAnswerLost(result)
          ? `We had no answer: your ${texts.noun} may have reached us.`
          : `Your ${texts.noun} has not been sent. ${causeText(result.cause)}Please try again ${whenText(result.cause)}.`,
        { isRepeated: true },
      );
  }
}
