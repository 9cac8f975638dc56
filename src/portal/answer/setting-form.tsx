import { useEffect, useState, type FormEvent } from 'react';
import type { OfficeAnswer } from '../../core/domain/booking-events.ts';
import { officeAnswerSchema } from '../../core/domain/office-answer.ts';
import { STAFF_LIMITS } from '../../core/domain/staff-limits.ts';
import type { OfficeAnswerEntry } from '../../core/mutations/office-answer.ts';
import type { Outcome } from '../../core/outbox/entry.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { buttonClass } from '../../ui/button.ts';
import { CharacterCount, TextareaField } from '../../ui/fields.tsx';
import { useSeriesRule } from '../bookings/series-marks.tsx';
import { answerBookings } from '../sync/admin-commands.ts';
import { useUnsentText } from '../unsent-text.ts';

interface TextSetting {
  kind: 'instructed' | 'entrusted';
  id: string;
  label: string;
  hint: string;
  /** The hint for the first booking of a series. */
  seriesHint: string;
  max: number;
  send: string;
  storedIn: (booking: ReplicaRow<'bookings'>) => string | null;
}

/** A text for those who go, which the customer never reads: for a booking, a visit or a series. */
export const INSTRUCTIONS: TextSetting = {
  kind: 'instructed',
  id: 'instructions',
  label: 'For those who go',
  hint: 'On the schedule and the run sheet. The customer doesn’t read it.',
  seriesHint:
    'On the schedule and the run sheet of all coming visits. The customer doesn’t read it.',
  max: STAFF_LIMITS.answer.max,
  send: 'Save instructions',
  storedIn: ({ instructions }) => instructions,
};

const ACCESS_HINT =
  'Codes, keys and alarms. Shown to those who go from six in the evening before, and in the portal. It is on no paper, in no export and in no email, and is deleted a week after the last visit.';

/** Entry codes, which are kept apart from the texts that are searched, printed and exported. */
export const WAY_IN: TextSetting = {
  kind: 'entrusted',
  id: 'way-in',
  label: 'The way in',
  hint: ACCESS_HINT,
  seriesHint: ACCESS_HINT,
  max: STAFF_LIMITS.access.max,
  send: 'Save the way in',
  storedIn: ({ access }) => access,
};

interface SettingFormProps {
  booking: ReplicaRow<'bookings'>;
  setting: TextSetting;
  /** The text that was refused, which the form begins with. */
  refused: OfficeAnswerEntry | null;
  /** Called with the outcome; the form is as it was if it was not stored. */
  onSent: (kind: OfficeAnswer, outcome: Outcome) => void;
  /** Called with whether something in the form is stored nowhere. */
  onUnkept: (isUnkept: boolean) => void;
}

/** One of the office's texts of a booking beside its answers. */
export function SettingForm({ booking, setting, refused, onSent, onUnkept }: SettingFormProps) {
  const { kind, id, label, hint, seriesHint, max, storedIn } = setting;
  const stored = storedIn(booking) ?? '';
  const known = refused ? (refused.answer.message ?? '') : stored;
  /** The typed text, and the stored one that it replaces; null while nothing is typed. */
  const [draft, setDraft] = useState<{ text: string; replaces: string } | null>(null);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const text = draft?.text ?? known;
  const isUnkept = draft !== null && draft.text.trim() !== known && !isBusy;
  const isOfSeries = useSeriesRule(booking) !== null && booking.series === null;
  useUnsentText(isUnkept);
  useEffect(() => {
    onUnkept(isUnkept);
    return () => onUnkept(false);
  }, [isUnkept, onUnkept]);

  const send = async () => {
    if (isBusy) return;
    const answer = { kind, day: null, time_slot: null, message: text };
    const { data: values, error: fault } = officeAnswerSchema.safeParse(answer);
    if (!values) return setError(fault.issues[0]?.message);
    setBusy(true);
    const [outcome] = await answerBookings([{ booking, values }]);
    setBusy(false);
    if (!outcome) return;
    // A text that was typed meanwhile stays.
    if (outcome.outcome !== 'refused' && outcome.outcome !== 'not-stored')
      setDraft((present) => (present === draft ? null : present));
    onSent(kind, outcome);
  };

  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextareaField
        id={id}
        label={label}
        autoComplete="off"
        rows={2}
        hint={
          <span className="flex flex-wrap justify-between gap-x-4">
            <span>{isOfSeries ? seriesHint : hint}</span>
            <CharacterCount text={text} max={max} />
          </span>
        }
        value={text}
        error={error}
        onChange={({ target }) => {
          setError(undefined);
          setDraft({ text: target.value, replaces: draft?.replaces ?? stored });
        }}
      />
      <p role="status" className="text-sm font-semibold text-warning empty:hidden">
        {draft !== null &&
          draft.replaces !== stored &&
          `It changed meanwhile: “${stored}”. Yours replaces it.`}
      </p>
      <button
        type="submit"
        aria-disabled={isBusy}
        className={`${buttonClass('secondary')} justify-self-start max-sm:w-full`}
      >
        {isBusy ? 'Saving...' : setting.send}
      </button>
    </form>
  );
}
