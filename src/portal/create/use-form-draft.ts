import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UseFormReturn } from 'react-hook-form';
import type { CreatedEntity } from '../../core/domain/creation.ts';
import { mintId } from '../../core/domain/mint-id.ts';
import { fillFrom, isSame } from '../../ui/text-form.tsx';
import { useAutosave } from '../../ui/use-autosave.ts';
import { onDraft, saveDraft } from '../sync/drafts.ts';

interface FormDraft {
  /** False when this device could not keep the text. */
  isSaved: boolean;
  /** Deletes the draft of a form whose content is stored, until `keep` or `clear`. */
  rest: () => void;
  /** Saves the form's text again. */
  save: () => void;
  /** Empties the form and deletes the draft. */
  clear: () => void;
}

/**
 * Keeps the text of a list's form on the device until it is sent, and shows it in every tab whose
 * form has no other text. `empty`: the values of an untouched form.
 */
export function useFormDraft<Values extends Record<keyof Values, string>, Output>(
  list: CreatedEntity,
  empty: Values,
  form: Pick<UseFormReturn<Values, unknown, Output>, 'getValues' | 'reset' | 'subscribe'>,
): FormDraft {
  const [savedBy] = useState(mintId);
  const [isSaved, setSaved] = useState(true);
  /** The values as they were last stored, by this form or in another tab. */
  const stored = useRef(empty);
  const isResting = useRef(false);
  const { getValues, reset } = form;

  useEffect(
    () =>
      onDraft(list, (draft) => {
        // An earlier text of this form would take the place of a later one.
        if (isResting.current || draft?.savedBy === savedBy) return;
        const next = fillFrom(empty, draft?.values) ?? empty;
        if (isSame(getValues(), stored.current) && !isSame(next, stored.current))
          // Drawn now: a submit before the next drawing would send a text that another tab has sent.
          flushSync(() => reset(next, { keepDefaultValues: true }));
        stored.current = next;
      }),
    [list, empty, savedBy, getValues, reset],
  );

  const save = () => {
    if (isResting.current) return;
    const values = { ...getValues() };
    stored.current = values;
    void saveDraft(list, isSame(values, empty) ? null : { values, savedBy }).then(setSaved);
  };
  useAutosave(form, save);

  return {
    isSaved,
    rest: () => {
      isResting.current = true;
      void saveDraft(list, null);
    },
    save: () => {
      isResting.current = false;
      save();
    },
    clear: () => {
      isResting.current = false;
      stored.current = empty;
      setSaved(true);
      reset(empty);
      void saveDraft(list, null);
    },
  };
}
