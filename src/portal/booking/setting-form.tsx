import { useEffect, useState, type FormEvent } from 'react';
import { isRunning } from '../../core/domain/booking-events.ts';
import {
  isSameValue,
  settingOf,
  type SettingField,
  type SettingValue,
} from '../../core/domain/booking-settings.ts';
import type { TeamNames } from '../../core/domain/team.ts';
import type { BookingSettingEntry } from '../../core/mutations/booking-setting.ts';
import type { Outcome } from '../../core/outbox/entry.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { buttonClass } from '../../ui/button.ts';
import { CharacterCount, TextareaField } from '../../ui/fields.tsx';
import { useSeriesRule } from './series-marks.tsx';
import { useOfficeTime } from '../sync/clock.ts';
import { useTeamNames } from '../team/use-team.ts';
import { useUnsentText } from '../unsent-text.ts';
import { PeopleChoice } from './people-choice.tsx';
import { setBookings } from './send-answers.ts';
import { SETTING_TEXTS, valueText } from './setting-texts.ts';

/** A value as its form edits it: the text, or the people who are in the team. */
type Typed = string | readonly string[];

const typedOf = (value: SettingValue, names: TeamNames): Typed =>
  Array.isArray(value) ? value.filter((id) => names.has(id)) : (value ?? '');

const isSameTyped = (one: Typed, other: Typed): boolean =>
  typeof one === 'string' && typeof other === 'string'
    ? one.trim() === other.trim()
    : isSameValue(one as SettingValue, other as SettingValue);

interface EditorProps {
  field: SettingField;
  value: Typed;
  hint: string;
  error: string | undefined;
  onChange: (value: Typed) => void;
}

function Editor({ field, value, hint, error, onChange }: EditorProps) {
  const { edit, label } = SETTING_TEXTS[field];
  if (edit === 'people')
    return (
      <PeopleChoice
        legend={label}
        hint={hint}
        chosen={value as readonly string[]}
        error={error}
        onChange={onChange}
      />
    );
  return (
    <TextareaField
      id={edit.id}
      label={label}
      autoComplete="off"
      rows={2}
      hint={
        <span className="flex flex-wrap justify-between gap-x-4">
          <span>{hint}</span>
          <CharacterCount text={value as string} max={edit.max} />
        </span>
      }
      value={value as string}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

export interface SettingFormProps {
  booking: ReplicaRow<'bookings'>;
  field: SettingField;
  /** The setting that was refused, which the form begins with. */
  refused: BookingSettingEntry | null;
  /** Called with the outcome; the form is as it was if it was not stored. */
  onSent: (outcome: Outcome) => void;
  /** Called with whether something in the form is stored nowhere. */
  onUnkept: (isUnkept: boolean) => void;
}

/** A setting of a booking, of a visit or, from the first booking on, of a series. */
export function SettingForm({ booking, field, refused, onSent, onUnkept }: SettingFormProps) {
  const { edit, hint, send: sendText, ofSeries } = SETTING_TEXTS[field];
  const names = useTeamNames();
  const { day: today } = useOfficeTime();
  const isOfSeries = isRunning(useSeriesRule(booking), today) && booking.series === null;
  const [isTicked, setTicked] = useState(true);
  /** The typed value, and the stored one that it replaces; null while nothing was changed. */
  const [draft, setDraft] = useState<{ value: Typed; replaces: Typed } | null>(null);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const stored = typedOf(booking[field], names);
  const known = refused ? typedOf(refused.value, names) : stored;
  const value = draft ? draft.value : known;
  const isOvertaken = draft !== null && !isSameTyped(draft.replaces, stored);
  const isUnkept = draft !== null && !isSameTyped(draft.value, known) && !isBusy;
  useUnsentText(isUnkept);
  useEffect(() => {
    onUnkept(isUnkept);
    return () => onUnkept(false);
  }, [isUnkept, onUnkept]);
  const box = isOfSeries && 'box' in ofSeries ? ofSeries.box : null;
  const canSave = edit !== 'people' || names.size > 0;
  // With a box, the value may be new to the coming visits.
  const isNew = refused !== null || box !== null || !isSameTyped(value, stored);
  const [isPressed, setPressed] = useState(false);

  const send = async () => {
    if (isBusy) return;
    setPressed(true);
    if (!isNew) return;
    const { data, error: fault } = settingOf(field).schema.safeParse(value);
    if (fault) return setError(fault.issues[0]?.message);
    setBusy(true);
    const forSeries = isOfSeries && (box === null || isTicked);
    const [outcome] = await setBookings(field, data as SettingValue, [booking], forSeries);
    setBusy(false);
    if (!outcome) return;
    // A change that was made meanwhile stays.
    if (outcome.outcome !== 'refused' && outcome.outcome !== 'not-stored')
      setDraft((present) => (present === draft ? null : present));
    setPressed(false);
    onSent(outcome);
  };

  const note = isOvertaken
    ? `It changed meanwhile: ${valueText(stored as SettingValue, names)}. Yours replaces it.`
    : isPressed && !isNew && 'Nothing has changed, so there is nothing to save.';
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      <Editor
        field={field}
        value={value}
        hint={isOfSeries && 'hint' in ofSeries ? ofSeries.hint : hint}
        error={error}
        onChange={(next) => {
          setError(undefined);
          setPressed(false);
          setDraft({ value: next, replaces: draft ? draft.replaces : stored });
        }}
      />
      {box !== null && canSave && (
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-brand"
            checked={isTicked}
            onChange={({ target }) => setTicked(target.checked)}
          />
          <span>{box}</span>
        </label>
      )}
      <p role="status" className="text-sm font-semibold text-warning empty:hidden">
        {note}
      </p>
      {canSave && (
        <button
          type="submit"
          aria-disabled={isBusy}
          className={`${buttonClass('secondary')} justify-self-start max-sm:w-full`}
        >
          {isBusy ? 'Saving...' : sendText}
        </button>
      )}
    </form>
  );
}
