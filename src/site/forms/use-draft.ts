import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { SubmissionKind } from '../../core/domain/submission.ts';
import { clearDraft, loadDraft, saveDraft } from '../../runtime/drafts.ts';
import { fillFrom, isBlank, type TextValues } from '../../ui/forms/text-values.ts';

const PAUSE_MS = 500;

type Form<Values extends TextValues, Output> = Pick<UseFormReturn<Values, unknown, Output>, 'getValues' | 'reset' | 'subscribe'>;

export interface Draft {
  /** What was typed on an earlier visit is in the form, if there was anything. */
  isLoaded: boolean;
  /** The form shows what was typed on an earlier visit. */
  restored: boolean;
  /** Keeps what is in the form now. */
  keep: () => Promise<void>;
  /** Empties the form and forgets the draft. */
  clear: () => Promise<void>;
}

/** Keeps what is typed into a form on the device, half a second after the last key, and puts it back on the next visit. */
export function useDraft<Values extends TextValues, Output>(kind: SubmissionKind, empty: Values, form: Form<Values, Output>): Draft {
  const [isLoaded, setIsLoaded] = useState(false);
  const [restored, setRestored] = useState(false);
  const { getValues, reset, subscribe } = form;

  useEffect(() => {
    let current = true;
    void loadDraft(kind).then((stored) => {
      if (!current) return;
      setIsLoaded(true);
      const draft = fillFrom(empty, stored);
      // Someone who already types is not interrupted.
      if (!draft || !isBlank(getValues())) return;
      reset(draft, { keepDefaultValues: true });
      setRestored(true);
    });
    return () => {
      current = false;
    };
  }, [kind, empty, getValues, reset]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const saveNow = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      const values = getValues();
      void (isBlank(values) ? clearDraft(kind) : saveDraft(kind, values));
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
    keep: () => saveDraft(kind, getValues()),
    clear: () => {
      setRestored(false);
      reset(empty);
      return clearDraft(kind);
    },
  };
}
