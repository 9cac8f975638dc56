import { useState } from 'react';
import { isRunning, isSameCrew } from '../../core/domain/booking-events.ts';
import { crewNames } from '../../core/domain/team.ts';
import { buttonClass } from '../../ui/button.ts';
import { useSeriesRule } from '../bookings/series-marks.tsx';
import { useOfficeTime } from '../sync/clock.ts';
import { useTeamNames } from '../sync/use-team.ts';
import { PeopleChoice } from './people-choice.tsx';
import { useSetting, type SettingProps } from './use-setting.ts';

/** Gives a booking, a visit or a series to people of the team. */
export function AssignForm({ booking, refused, ...callbacks }: SettingProps) {
  const names = useTeamNames();
  const { day: today } = useOfficeTime();
  const stored: readonly string[] = booking.crew.filter((id) => names.has(id));
  const [isForSeries, setForSeries] = useState(true);
  const isOfSeries = isRunning(useSeriesRule(booking), today) && booking.series === null;
  const form = useSetting({
    ...{ booking, stored, kind: 'assigned', isSame: isSameCrew, ...callbacks },
    known: (refused?.answer.crew ?? stored).filter((id) => names.has(id)),
    fieldsOf: (crew) => ({ crew, for_series: isOfSeries && isForSeries }),
  });

  return (
    <form noValidate className="grid gap-3" onSubmit={form.onSubmit}>
      <PeopleChoice
        legend="Give to"
        hint="On the schedule, on the run sheet and on their own page."
        chosen={form.value}
        error={form.error}
        onChange={form.change}
      />
      {isOfSeries && names.size > 0 && (
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-brand"
            checked={isForSeries}
            onChange={({ target }) => setForSeries(target.checked)}
          />
          <span>Also the coming visits, but those that were given out alone</span>
        </label>
      )}
      <p role="status" className="text-sm font-semibold text-warning empty:hidden">
        {form.isOvertaken &&
          `It changed meanwhile: ${crewNames(stored, names) || 'nobody'}. Yours replaces it.`}
      </p>
      {names.size > 0 && (
        <button
          type="submit"
          aria-disabled={form.isBusy}
          className={`${buttonClass('secondary')} justify-self-start max-sm:w-full`}
        >
          {form.isBusy ? 'Saving...' : 'Save who goes'}
        </button>
      )}
    </form>
  );
}
