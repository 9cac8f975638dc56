import { STAFF_LIMITS } from '../../core/domain/staff-limits.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { buttonClass } from '../../ui/button.ts';
import { CharacterCount, TextareaField } from '../../ui/fields.tsx';
import { useSeriesRule } from '../bookings/series-marks.tsx';
import { useSetting, type SettingProps } from './use-setting.ts';

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

const isSameText = (one: string, other: string) => one.trim() === other.trim();

/** One of the office's texts of a booking beside its answers. */
export function SettingForm({
  booking,
  setting,
  refused,
  ...callbacks
}: SettingProps & { setting: TextSetting }) {
  const { kind, id, label, hint, seriesHint, max, storedIn } = setting;
  const stored = storedIn(booking) ?? '';
  const isOfSeries = useSeriesRule(booking) !== null && booking.series === null;
  const form = useSetting({
    ...{ booking, stored, kind, isSame: isSameText, ...callbacks },
    known: refused ? (refused.answer.message ?? '') : stored,
    fieldsOf: (message) => ({ message }),
  });

  return (
    <form noValidate className="grid gap-3" onSubmit={form.onSubmit}>
      <TextareaField
        id={id}
        label={label}
        autoComplete="off"
        rows={2}
        hint={
          <span className="flex flex-wrap justify-between gap-x-4">
            <span>{isOfSeries ? seriesHint : hint}</span>
            <CharacterCount text={form.value} max={max} />
          </span>
        }
        value={form.value}
        error={form.error}
        onChange={({ target }) => form.change(target.value)}
      />
      <p role="status" className="text-sm font-semibold text-warning empty:hidden">
        {form.isOvertaken && `It changed meanwhile: “${stored}”. Yours replaces it.`}
      </p>
      <button
        type="submit"
        aria-disabled={form.isBusy}
        className={`${buttonClass('secondary')} justify-self-start max-sm:w-full`}
      >
        {form.isBusy ? 'Saving...' : setting.send}
      </button>
    </form>
  );
}
