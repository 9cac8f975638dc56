import { useEffect, useState, type FormEvent } from 'react';
import { isRunning, isSameCrew, type OfficeAnswer } from '../../core/domain/booking-events.ts';
import { officeAnswerSchema } from '../../core/domain/office-answer.ts';
import { crewNames } from '../../core/domain/team.ts';
import type { OfficeAnswerEntry } from '../../core/mutations/office-answer.ts';
import type { Outcome } from '../../core/outbox/entry.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { buttonClass } from '../../ui/button.ts';
import { useSeriesRule } from '../bookings/series-marks.tsx';
import { answerBookings } from '../sync/admin-commands.ts';
import { useOfficeTime } from '../sync/clock.ts';
import { useTeamNames } from '../sync/use-team.ts';
import { useUnsentText } from '../unsent-text.ts';
import { PeopleChoice } from './people-choice.tsx';

interface AssignFormProps {
  booking: ReplicaRow<'bookings'>;
  /** The choice that was refused, which the form begins with. */
  refused: OfficeAnswerEntry | null;
  /** Called with the outcome; the form is as it was if it was not stored. */
  onSent: (kind: OfficeAnswer, outcome: Outcome) => void;
  /** Called with whether something in the form is stored nowhere. */
  onUnkept: (isUnkept: boolean) => void;
}

/** Gives a booking, a visit or a series to people of the team. */
export function AssignForm({ booking, refused, onSent, onUnkept }: AssignFormProps) {
  const names = useTeamNames();
  const { day: today } = useOfficeTime();
  const stored = booking.crew.filter((id) => names.has(id));
  const known = (refused?.answer.crew ?? stored).filter((id) => names.has(id));
  /** The chosen people, and the stored ones that they replace; null while nothing is chosen. */
  const [draft, setDraft] = useState<{ crew: string[]; replaces: readonly string[] } | null>(null);
  const [isForSeries, setForSeries] = useState(true);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const crew = draft?.crew ?? known;
  const isUnkept = draft !== null && !isSameCrew(draft.crew, known) && !isBusy;
  const isOfSeries = isRunning(useSeriesRule(booking), today) && booking.series === null;
  useUnsentText(isUnkept);
  useEffect(() => {
    onUnkept(isUnkept);
    return () => onUnkept(false);
  }, [isUnkept, onUnkept]);

  const send = async () => {
    if (isBusy) return;
    const { data: values, error: fault } = officeAnswerSchema.safeParse({
      kind: 'assigned',
      day: null,
      time_slot: null,
      message: null,
      crew,
      for_series: isOfSeries && isForSeries,
    });
    if (!values) return setError(fault.issues[0]?.message);
    setBusy(true);
    const [outcome] = await answerBookings([{ booking, values }]);
    setBusy(false);
    if (!outcome) return;
    // A choice that was made meanwhile stays.
    if (outcome.outcome !== 'refused' && outcome.outcome !== 'not-stored')
      setDraft((present) => (present === draft ? null : present));
    onSent('assigned', outcome);
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
      <PeopleChoice
        legend="Give to"
        hint="On the schedule, on the run sheet and on their own page."
        chosen={crew}
        error={error}
        onChange={(chosen) => {
          setError(undefined);
          setDraft({ crew: chosen, replaces: draft?.replaces ?? stored });
        }}
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
        {draft !== null &&
          !isSameCrew(draft.replaces, stored) &&
          `It changed meanwhile: ${crewNames(stored, names) || 'nobody'}. Yours replaces it.`}
      </p>
      {names.size > 0 && (
        <button
          type="submit"
          aria-disabled={isBusy}
          className={`${buttonClass('secondary')} justify-self-start max-sm:w-full`}
        >
          {isBusy ? 'Saving...' : 'Save who goes'}
        </button>
      )}
    </form>
  );
}
