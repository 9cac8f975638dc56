import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { mintId } from '../core/domain/mint-id.ts';
import type { Replaced, StoredForm } from '../core/store/device-schema.ts';
import { fillBlanks, fillFrom, isBlank, isSame } from './form-values.ts';
import {
  readForm,
  removeForm,
  removeLeftForm,
  saveForm,
  saveLeftForm,
  watchForm,
  type WatchedForm,
} from './stored-forms.ts';
import { useAutosave } from './use-autosave.ts';

type Texts = Record<string, string>;

/**
 * The form's initial values, for stored values that have none of them: two choices are never mixed,
 * and a choice that a person took back stays so.
 */
const chosenFor = <Values extends Texts>(stored: Values, opened: Values): Partial<Values> =>
  Object.entries(opened).some(([name, text]) => text !== '' && (stored[name] ?? '') !== '')
    ? {}
    : opened;

/** The stored values that the form shows. */
interface Own {
  /** The stored values are this form's. */
  isStored: boolean;
  /** The last values read from the device were this form's. A full device may refuse to save them. */
  wasRead: boolean;
  savedAt: number;
}

const NOT_STORED: Own = { isStored: false, wasRead: false, savedAt: 0 };

interface Shown extends Own {
  id: string;
  replaces: Replaced | null;
  isTried: boolean;
}

export interface SubmittedElsewhere {
  id: string;
  isEdit: boolean;
  /** This form was submitted before, and not stored: its own try may have been stored late, and sent. */
  isTried: boolean;
}

export interface StoredFormState {
  /** The values of an earlier visit were read into the form, if there were any. */
  isLoaded: boolean;
  /** The form shows values of an earlier visit. */
  restored: boolean;
  /** The entry that the form replaces; null for a new one. */
  replaces: Replaced | null;
  /** Counts the changes by other tabs. */
  changes: number;
  /**
   * The submission that another tab or an earlier try made of these values, or whose edit it ended; null
   * for none.
   */
  submittedElsewhere: SubmittedElsewhere | null;
  /** False when this device could not keep the values. */
  isSaved: boolean;
  /**
   * The id that a new mutation of the shown values gets, whether the stored values are the form's, and
   * whether they were submitted before.
   */
  own: () => { id: string; isStored: boolean; isTried: boolean };
  /** Stops saving while the values are submitted, until `save` or `clear`. */
  rest: () => void;
  /** Deletes the stored values of a form whose content is in the outbox, until `save` or `clear`. */
  handOver: () => void;
  /**
   * Saves the form's values now and on each further change. A form that was left does not overwrite
   * values saved since `rest`. `isTried`: device and server may have them under the form's id.
   */
  save: (replaces?: Replaced | null, isTried?: boolean) => void;
  /** Called when another file is chosen: one that was submitted may be stored under the form's id. */
  changeFile: () => void;
  /** Empties the form and deletes the stored values. */
  clear: () => void;
  /**
   * Deletes the stored values of a form that was left, with its file, unless newer ones were saved
   * since `rest`.
   */
  forget: () => void;
}

export interface StoredFormOptions<Values extends Texts> {
  /** Names the form on this device. */
  key: string;
  /** The administrator whose form it is; null for a visitor's. */
  userId?: string | null;
  /** Every field, empty. Pass the same object at every render. */
  empty: Values;
  /** The initial values, the same object at every render. They fill only fields that are stored blank. */
  opened?: Values;
  isLeft?: () => boolean;
  onSubmittedElsewhere?: () => void;
}

type Form<Values extends FieldValues, Output> = Pick<
  UseFormReturn<Values, unknown, Output>,
  'getValues' | 'reset' | 'subscribe'
>;

const inPlace = () => false;
const nothing = () => undefined;

/**
 * Saves a form's values on the device half a second after the last key, restores them on the next
 * visit, and follows the changes that other tabs make to them.
 */
export function useStoredForm<Values extends Texts, Output>(
  form: Form<Values, Output>,
  options: StoredFormOptions<Values>,
): StoredFormState {
  const { key, userId = null, empty, opened = empty } = options;
  const { isLeft = inPlace, onSubmittedElsewhere = nothing } = options;
  const [isLoaded, setIsLoaded] = useState(false);
  const [restored, setRestored] = useState(false);
  const [replaces, setReplaces] = useState<Replaced | null>(null);
  const [changes, setChanges] = useState(0);
  const [isSaved, setSaved] = useState(true);
  const [submittedElsewhere, setSubmittedElsewhere] = useState<SubmittedElsewhere | null>(null);
  // Of the shown values: a submit before the next drawing sends the former values under their id.
  const [id, setId] = useState(mintId);
  const latest = useRef<Shown>({ ...NOT_STORED, id, replaces, isTried: false });
  const isTyping = useRef(false);
  /** When saving stopped, in ms since 1970; null while it is on. */
  const restsSince = useRef<number | null>(null);
  const { getValues, reset } = form;

  const take = useCallback((next: Shown) => {
    latest.current = next;
    setId(next.id);
    setReplaces(next.replaces);
  }, []);
  const becomeNew = useCallback(() => {
    take({ ...NOT_STORED, id: mintId(), replaces: null, isTried: false });
    setRestored(false);
    reset(empty);
  }, [empty, reset, take]);
  const show = useCallback(
    (stored: StoredForm, values: Values) => {
      const { savedAt, replaces: replaced = null, isTried = false } = stored;
      take({ id: stored.id, replaces: replaced, isTried, savedAt, isStored: true, wasRead: true });
      reset(values, { keepDefaultValues: true });
      setRestored(true);
    },
    [reset, take],
  );

  /** The values as they are stored now. */
  const valuesNow = (): StoredForm => {
    const savedAt = Date.now();
    const { id: ownId, replaces: replaced, isTried } = latest.current;
    Object.assign(latest.current, { savedAt, isStored: true });
    return {
      ...{ key, userId, id: ownId, values: { ...getValues() }, savedAt },
      ...(isTried && { isTried }),
      ...(replaced && { replaces: replaced }),
    };
  };
  const saveNow = () => void saveForm(valuesNow()).then(setSaved);
  const remove = () => void removeForm(key, latest.current.id);

  const follow = useEffectEvent(({ stored, isSent, isWaiting }: WatchedForm) => {
    const own = latest.current;
    // A tried form's next submit replaces what the device stored late.
    const isSubmitted = isSent || (isWaiting && !own.isTried);
    // Its own submit and text are newer.
    if (restsSince.current !== null || isTyping.current) return;
    const isOwn = stored?.id === own.id;
    own.isStored = isOwn;
    const wasEdit = own.replaces !== null;
    const { wasRead } = own;
    // The end of another tab's values, which replaced this form's, leaves this form as it is.
    if (stored) own.wasRead = isOwn;
    const isOurs = isOwn && (!isSubmitted || wasEdit);
    // Staff share one form of each list, so an untouched one shows what another tab typed.
    const isShared = stored !== undefined && userId !== null && isSame(getValues(), opened);
    if (isOurs || isShared) {
      if (isOwn && stored.savedAt <= own.savedAt) return;
      show(stored, fillFrom(empty, stored.values) ?? empty);
    } else if (isOwn || (wasRead && !stored)) {
      if (isOwn) remove();
      becomeNew();
      if (isSubmitted) {
        setSubmittedElsewhere({ id: own.id, isEdit: wasEdit, isTried: own.isTried });
        onSubmittedElsewhere();
      }
    } else return;
    setChanges((count) => count + 1);
  });

  useEffect(() => {
    let current = true;
    let stop = () => {};
    void readForm(key).then((stored) => {
      if (!current) return;
      setIsLoaded(true);
      stop = watchForm(
        key,
        () => latest.current.id,
        (watched) => follow(watched),
      );
      const values = fillFrom(empty, stored?.values);
      // A person who already types keeps their text.
      if (!stored || !values || !isSame(getValues(), opened)) return;
      show(stored, fillBlanks(values, chosenFor(values, opened)));
    });
    return () => {
      current = false;
      stop();
    };
  }, [key, empty, opened, getValues, show]);

  useAutosave(
    form,
    () => {
      isTyping.current = false;
      if (restsSince.current !== null) return;
      if (isBlank(getValues()) || isSame(getValues(), empty)) remove();
      else saveNow();
    },
    () => (isTyping.current = true),
  );

  return {
    isLoaded,
    restored,
    replaces,
    changes,
    submittedElsewhere,
    isSaved,
    own: () => {
      const shown = latest.current;
      const isShown = shown.id === id;
      return { id, isStored: isShown && shown.isStored, isTried: isShown && shown.isTried };
    },
    rest: () => {
      restsSince.current = Date.now();
      setSubmittedElsewhere(null);
    },
    handOver: () => {
      restsSince.current = Date.now();
      remove();
    },
    save: (next = null, isTried = false) => {
      const since = restsSince.current;
      restsSince.current = null;
      // A refused id is used up: a file may be stored under it.
      const nextId = next?.id ?? (isTried ? latest.current.id : mintId());
      take({ ...latest.current, wasRead: false, id: nextId, replaces: next, isTried });
      if (isLeft() && since !== null) void saveLeftForm(valuesNow(), since);
      else saveNow();
    },
    changeFile: () => {
      const shown = latest.current;
      if (!shown.isTried || shown.replaces) return;
      take({ ...shown, wasRead: false, id: mintId(), isTried: false });
      saveNow();
    },
    clear: () => {
      remove();
      becomeNew();
      setSaved(true);
      restsSince.current = null;
    },
    forget: () => void removeLeftForm(key, latest.current.id, restsSince.current ?? 0),
  };
}
