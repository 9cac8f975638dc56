import { useEffect, useState, type FormEvent } from 'react';
import type { OfficeAnswer } from '../../core/domain/booking-events.ts';
import { officeAnswerSchema } from '../../core/domain/office-answer.ts';
import type { OfficeAnswerEntry } from '../../core/mutations/office-answer.ts';
import type { Outcome } from '../../core/outbox/entry.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { answerBookings } from '../sync/admin-commands.ts';
import { useUnsentText } from '../unsent-text.ts';

export interface SettingProps {
  booking: ReplicaRow<'bookings'>;
  /** The setting that was refused, which the form begins with. */
  refused: OfficeAnswerEntry | null;
  /** Called with the outcome; the form is as it was if it was not stored. */
  onSent: (kind: OfficeAnswer, outcome: Outcome) => void;
  /** Called with whether something in the form is stored nowhere. */
  onUnkept: (isUnkept: boolean) => void;
}

interface Setting<T> extends Pick<SettingProps, 'booking' | 'onSent' | 'onUnkept'> {
  kind: OfficeAnswer;
  stored: T;
  /** The value that the form begins with: the refused one, else the stored one. */
  known: T;
  isSame: (one: T, other: T) => boolean;
  /** The fields of the answer that sets a value. */
  fieldsOf: (value: T) => object;
}

/** The form of a setting that the office makes beside its answers to a booking. */
export function useSetting<T>(setting: Setting<T>) {
  const { booking, kind, stored, known, isSame, fieldsOf, onSent, onUnkept } = setting;
  /** The present value, and the stored one that it replaces; null while nothing was changed. */
  const [draft, setDraft] = useState<{ value: T; replaces: T } | null>(null);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const value = draft ? draft.value : known;
  const isUnkept = draft !== null && !isSame(draft.value, known) && !isBusy;
  useUnsentText(isUnkept);
  useEffect(() => {
    onUnkept(isUnkept);
    return () => onUnkept(false);
  }, [isUnkept, onUnkept]);

  const send = async () => {
    if (isBusy) return;
    const answer = { kind, day: null, time_slot: null, message: null, ...fieldsOf(value) };
    const { data: values, error: fault } = officeAnswerSchema.safeParse(answer);
    if (!values) return setError(fault.issues[0]?.message);
    setBusy(true);
    const [outcome] = await answerBookings([{ booking, values }]);
    setBusy(false);
    if (!outcome) return;
    // A change that was made meanwhile stays.
    if (outcome.outcome !== 'refused' && outcome.outcome !== 'not-stored')
      setDraft((present) => (present === draft ? null : present));
    onSent(kind, outcome);
  };

  return {
    value,
    error,
    isBusy,
    /** The stored value is another one than when the change began. */
    isOvertaken: draft !== null && !isSame(draft.replaces, stored),
    change: (next: T) => {
      setError(undefined);
      setDraft({ value: next, replaces: draft ? draft.replaces : stored });
    },
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      void send();
    },
  };
}
