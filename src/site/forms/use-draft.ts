import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UseFormReturn } from 'react-hook-form';
import { mintId } from '../../core/domain/mint-id.ts';
import type { SubmissionKind } from '../../core/domain/submission.ts';
import type { Replaced, StoredForm } from '../../core/store/device-schema.ts';
import {
  clearDraft,
  clearLeftDraft,
  loadDraft,
  saveDraft,
  saveLeftDraft,
  watchDraft,
  type WatchedDraft,
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

/** The draft of this form, whether the stored draft is this one, and when it was saved. */
interface Own {
  id: string;
  isStored: boolean;
  /** The last draft read from the device was this one. A full device may refuse to save it. */
  wasRead: boolean;
  savedAt: number;
  edits: Replaced | null;
}

const newDraft = (id: string): Own => ({
  id,
  isStored: false,
  wasRead: false,
  savedAt: 0,
  edits: null,
});

export interface SubmittedElsewhere {
  id: string;
  isEdit: boolean;
}

export interface FormDraft {
  /** The draft of an earlier visit was read into the form, if there was one. */
  isLoaded: boolean;
  /** The form shows a draft of an earlier visit. */
  restored: boolean;
  /** The entry that the form replaces; null for a new submission. */
  edits: Replaced | null;
  /** Counts the changes by other tabs. */
  changes: number;
  /** The submission that another tab made of this draft, or whose edit it ended; null for none. */
  submittedElsewhere: SubmittedElsewhere | null;
  /** The id that a new submission gets, and whether the stored draft is this form's. */
  own: () => { id: string; isStored: boolean };
  /** Stops saving while the values are submitted, until `save` or `clear`. */
  rest: () => void;
  /**
   * Saves the form's values now and on each further change. A form that was left does not overwrite
   * a draft saved since `rest`.
   */
  save: (edits: Replaced | null) => void;
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
 * next visit. The `opened` values fill only fields that the draft left blank. Forms in other tabs
 * that show the same draft follow its changes; `onSubmittedElsewhere`: one of them submitted it.
 */
export function useDraft<Values extends TextValues, Output>(
  kind: SubmissionKind,
  { empty, opened }: { empty: Values; opened: Values },
  form: Form<Values, Output>,
  isLeft: () => boolean,
  onSubmittedElsewhere: () => void,
): FormDraft {
  const [isLoaded, setIsLoaded] = useState(false);
  const [restored, setRestored] = useState(false);
  const [edits, setEdits] = useState<Replaced | null>(null);
  const [changes, setChanges] = useState(0);
  const [submittedElsewhere, setSubmittedElsewhere] = useState<SubmittedElsewhere | null>(null);
  // For the delayed save and for other tabs: `savedAt` is the version that this form shows.
  const [firstId] = useState(mintId);
  const own = useRef(newDraft(firstId));
  const isTyping = useRef(false);
  /** When saving stopped, in ms since 1970; null while it is on. */
  const restsSince = useRef<number | null>(null);
  const { getValues, reset } = form;

  const edit = useCallback((next: Replaced | null) => {
    own.current.edits = next;
    setEdits(next);
  }, []);
  const draftNow = useCallback((): StoredForm => {
    const savedAt = Date.now();
    const { id, edits: edited } = own.current;
    Object.assign(own.current, { savedAt, isStored: true });
    return {
      ...{ key: kind, userId: null, id, values: getValues(), savedAt },
      ...(edited && { replaces: edited }),
    };
  }, [kind, getValues]);
  const becomeNew = useCallback(() => {
    own.current = newDraft(mintId());
    setRestored(false);
    setEdits(null);
    reset(empty);
  }, [empty, reset]);

  const follow = useEffectEvent(({ stored, isSubmitted }: WatchedDraft) => {
    const { id, wasRead, savedAt, edits: edited } = own.current;
    // Its own submit and text are newer.
    if (restsSince.current !== null || isTyping.current) return;
    const isOwn = stored?.id === id;
    own.current.isStored = isOwn;
    // The end of another tab's draft, which replaced this form's, leaves this form as it is.
    if (stored) own.current.wasRead = isOwn;
    if (isOwn && (!isSubmitted || edited)) {
      if (stored.savedAt <= savedAt) return;
      own.current.savedAt = stored.savedAt;
      edit(stored.replaces ?? null);
      reset(fillFrom(empty, stored.values) ?? empty, { keepDefaultValues: true });
      setRestored(true);
    } else if (isOwn || (wasRead && !stored)) {
      if (isOwn) void clearDraft(kind, id);
      // Drawn now: a submit before the next drawing would send the former text under the new id.
      flushSync(becomeNew);
      if (isSubmitted) {
        setSubmittedElsewhere({ id, isEdit: edited !== null });
        onSubmittedElsewhere();
      }
    } else return;
    setChanges((count) => count + 1);
  });

  useEffect(() => {
    let current = true;
    let stop = () => {};
    void loadDraft(kind).then((stored) => {
      if (!current) return;
      setIsLoaded(true);
      stop = watchDraft(
        kind,
        () => own.current.id,
        (watched) => follow(watched),
      );
      const draft = fillFrom(empty, stored?.values);
      // A person who already types keeps their text.
      if (!draft || !isSame(getValues(), opened)) return;
      reset(fillBlanks(draft, chosenFor(draft, opened)), { keepDefaultValues: true });
      setRestored(true);
      if (!stored) return;
      Object.assign(own.current, {
        id: stored.id,
        isStored: true,
        wasRead: true,
        savedAt: stored.savedAt,
      });
      edit(stored.replaces ?? null);
    });
    return () => {
      current = false;
      stop();
    };
  }, [kind, empty, opened, edit, getValues, reset]);

  useAutosave(
    form,
    () => {
      isTyping.current = false;
      if (restsSince.current !== null) return;
      if (isBlank(getValues())) void clearDraft(kind, own.current.id);
      else void saveDraft(draftNow());
    },
    () => (isTyping.current = true),
  );

  return {
    isLoaded,
    restored,
    edits,
    changes,
    submittedElsewhere,
    own: () => own.current,
    rest: () => {
      restsSince.current = Date.now();
      setSubmittedElsewhere(null);
    },
    save: (next) => {
      const since = restsSince.current;
      // A refused id is used up: a file may be stored under it.
      own.current.id = next?.id ?? mintId();
      own.current.wasRead = false;
      edit(next);
      void (isLeft() && since !== null ? saveLeftDraft(draftNow(), since) : saveDraft(draftNow()));
      restsSince.current = null;
    },
    clear: () => {
      void clearDraft(kind, own.current.id);
      becomeNew();
      restsSince.current = null;
    },
    forget: () => void clearLeftDraft(kind, own.current.id, restsSince.current ?? 0),
  };
}
