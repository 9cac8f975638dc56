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
import { useAutosave } from '../../ui/use-autosave.ts';

/**
 * The form's initial values. A draft that differs in one of them takes none, so that two choices
 * are never mixed.
 */
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
  /** The draft of an earlier visit was read into the form, if there was one. */
  isLoaded: boolean;
  /** The form shows a draft of an earlier visit. */
  restored: boolean;
  /** The id of the entry that the form replaces; null for a new submission. */
  edits: Edits | null;
  /** Stops saving while the values are submitted, until `keep` or `clear`. */
  rest: () => void;
  /**
   * Saves the form's values now and on each further change. A form that was left does not overwrite
   * a draft saved since `rest`.
   */
  keep: (edits: Edits | null) => void;
  /** Empties the form and forgets the draft. */
  clear: () => void;
  /**
   * Deletes the draft of a form that was left, with its file, unless a newer one was saved since
   * `rest`.
   */
  forget: () => void;
}

/**
 * Saves the form's values on the device half a second after the last key, and restores them on the
 * next visit. The `opened` values fill only fields that the draft left blank.
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
  // For the delayed save: the value may have changed by then.
  const latestEdits = useRef<Edits | null>(null);
  /** When saving stopped, in ms since 1970; null while it is on. */
  const restsSince = useRef<number | null>(null);
  const { getValues, reset } = form;

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
      // A person who already types keeps their text.
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

  useAutosave(form, () => {
    if (restsSince.current !== null) return;
    const values = getValues();
    void (isBlank(values) ? clearDraft(kind) : saveDraft(kind, values, latestEdits.current));
  });

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
