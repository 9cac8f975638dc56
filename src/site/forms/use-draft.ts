import { useCallback, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { SubmissionKind } from '../../core/domain/submission.ts';
import type { Edits } from '../../core/store/rows.ts';
import { resumeEditing } from '../../runtime/request-commands.ts';
import {
  clearDraft,
  clearLeftDraft,
  loadDraft,
  saveDraft,
  saveLeftDraft,
} from '../../runtime/drafts.ts';
import { fillBlanks, fillFrom, isBlank, isSame, type TextValues } from '../../ui/text-form.tsx';

const PAUSE_MS = 500;

/** The values that the form opened with; none if the draft differs in one of them, so that two choices are never mixed. */
const chosenFor = <Values extends TextValues>(draft: Values, opened: Values): Partial<Values> =>
  Object.entries(opened).some(
    ([name, text]) => text !== '' && !['', text].includes(draft[name] ?? ''),
  )
    ? {}
    : opened;

type Form<Values extends TextValues, Output> = Pick<
  UseFormReturn<Values, unknown, Output>,
  'getValues' | 'reset' | 'subscribe'
>;

export interface FormDraft {
  /** What was typed on an earlier visit is in the form, if there was anything. */
  isLoaded: boolean;
  /** The form shows what was typed on an earlier visit. */
  restored: boolean;
  /** What the form is submitted in place of; null for something new. */
  edits: Edits | null;
  /** Saves nothing from now on, for the values are being submitted; until `keep` or `clear`. */
  rest: () => void;
  /** Keeps what is in the form now, and what it edits from now on; of a form that was left, not over what was kept since `rest`. */
  keep: (edits: Edits | null) => void;
  /** Empties the form and forgets the draft. */
  clear: () => void;
  /** Forgets the draft of a form that was left, with its file, but nothing that was kept since `rest`. */
  forget: () => void;
}

/**
 * Keeps what is typed into a form on the device, half a second after the last key, and puts it back on the next visit. What the form
 * `opened` with fills only what was left blank then.
 */
export function useDraft<Values extends TextValues, Output>(
  kind: SubmissionKind,
  { empty, opened }: { empty: Values; opened: Values },
  form: Form<Values, Output>,
  isLeft: () => boolean,
): FormDraft {
  const [isLoaded, setIsLoaded] = useState(false);
  const [restored, setRestored] = useState(false);
  const [edits, setEdits] = useState<Edits | null>(null);
  // For what is saved half a second later: it may have changed by then.
  const latestEdits = useRef<Edits | null>(null);
  /** Since when it saves nothing, in ms since 1970; null while it does. */
  const restsSince = useRef<number | null>(null);
  const { getValues, reset, subscribe } = form;

  const edit = useCallback((next: Edits | null) => {
    latestEdits.current = next;
    setEdits(next);
  }, []);

  useEffect(() => {
    let current = true;
    void loadDraft(kind).then((stored) => {
      if (!current) return;
      setIsLoaded(true);
      const draft = fillFrom(empty, stored?.values);
      // Someone who already types is not interrupted.
      if (!draft || !isSame(getValues(), opened)) return;
      reset(fillBlanks(draft, chosenFor(draft, opened)), { keepDefaultValues: true });
      setRestored(true);
      edit(stored?.edits ?? null);
      if (stored?.edits) void resumeEditing(stored.edits.id);
    });
    return () => {
      current = false;
    };
  }, [kind, empty, opened, edit, getValues, reset]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const saveNow = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      if (restsSince.current !== null) return;
      const values = getValues();
      void (isBlank(values) ? clearDraft(kind) : saveDraft(kind, values, latestEdits.current));
    };
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        // Without a name it is a reset: nobody typed, so the draft grows no younger.
        if (name === undefined) return;
        clearTimeout(timer);
        timer = setTimeout(saveNow, PAUSE_MS);
      },
    });
    addEventListener('pagehide', saveNow);
    document.addEventListener('visibilitychange', saveNow);
    return () => {
      saveNow();
      unsubscribe();
      removeEventListener('pagehide', saveNow);
      document.removeEventListener('visibilitychange', saveNow);
    };
  }, [kind, getValues, subscribe]);

  return {
    isLoaded,
    restored,
    edits,
    rest: () => (restsSince.current = Date.now()),
    keep: (next) => {
      const since = restsSince.current;
      void (isLeft() && since !== null
        ? saveLeftDraft(kind, getValues(), next, since)
        : saveDraft(kind, getValues(), next));
      restsSince.current = null;
      edit(next);
    },
    clear: () => {
      restsSince.current = null;
      setRestored(false);
      edit(null);
      reset(empty);
      void clearDraft(kind);
    },
    forget: () => void clearLeftDraft(kind, restsSince.current ?? 0),
  };
}
