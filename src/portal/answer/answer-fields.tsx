import { namesDay, REPEATS, type Repeat } from '../../core/domain/booking-events.ts';
import { dayAfter } from '../../core/domain/london-time.ts';
import { repeatLabel } from '../../core/domain/repeats.ts';
import { LIMITS } from '../../core/domain/limits.ts';
import { firstDay, timesOn } from '../../core/domain/visit-times.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { officeTime } from '../sync/clock.ts';
import { TextField } from '../../ui/fields.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { noVisitHint } from '../bookings/no-visit-hint.tsx';
import type { Company } from '../layout/company.ts';
import {
  answerOf,
  asksDay,
  asksPrice,
  asksVisit,
  changePrice,
  changeRepeat,
  changeVisit,
  visitOf,
  type Choice,
  type Draft,
  type Errors,
} from './answer-draft.ts';
import { DayLoadStatus, QuietSlots } from './day-load.tsx';
import { PriceFields } from './price-fields.tsx';
import { SeriesChange } from './series-change.tsx';

/** A part of the form over its draft. */
export interface DraftProps {
  draft: Draft;
  booking: ReplicaRow<'bookings'>;
  /** London's day. */
  today: string;
  company: Company;
  errors: Errors;
  onChange: (draft: Draft) => void;
}

const REPEAT_OPTIONS = Object.fromEntries(
  REPEATS.map((every) => [every, repeatLabel(every)] as const),
) as Readonly<Record<Repeat, string>>;

const DAY_LABELS: Partial<Record<Choice, string>> = {
  repeated: 'First day',
  stopped: 'Last day',
};

/** The first day that a choice takes; undefined for any. `today`: London's day. */
function firstDayOf(choice: Choice, today: string): string | undefined {
  if (choice === 'stopped') return undefined;
  return choice === 'offered' ? dayAfter(today, 1) : firstDay(officeTime());
}

/** The day, the time and the interval that a choice asks for. */
function VisitFields({ draft, booking, today, company, errors, onChange }: DraftProps) {
  const { choice } = draft;
  const visit = visitOf(draft, booking);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        id="answer-day"
        label={DAY_LABELS[choice] ?? 'Day'}
        type="date"
        required
        min={firstDayOf(choice, today)}
        max={LIMITS.bookingDate.latest}
        value={visit.day}
        hint={noVisitHint(visit.day, company.hours)}
        error={errors.day}
        onChange={({ target }) => onChange(changeVisit(draft, { day: target.value }, booking))}
      />
      {asksVisit(choice) && (
        <SelectField
          id="answer-slot"
          label="Time"
          {...timesOn(visit.day, officeTime())}
          value={visit.slot}
          error={errors.time_slot}
          onChange={({ target }) => onChange(changeVisit(draft, { slot: target.value }, booking))}
        />
      )}
      {choice === 'repeated' && (
        <SelectField
          id="answer-every"
          label="How often"
          placeholder="Select how often"
          options={REPEAT_OPTIONS}
          value={draft.every}
          error={errors.every}
          onChange={({ target }) =>
            onChange(changeRepeat(draft, (Number(target.value) || '') as Repeat | ''))
          }
        />
      )}
    </div>
  );
}

/** What the office knows about the answer's day: whether somebody comes on it, and its jobs. */
function DayFacts({ draft, booking, today, company }: DraftProps) {
  const { choice } = draft;
  const { day } = visitOf(draft, booking);
  const isToCome = namesDay(answerOf(choice)) && day >= today;
  const noVisit = noVisitHint(day, company.hours);
  return (
    <>
      {choice === 'confirmed' && isToCome && noVisit && <p className="text-sm">{noVisit}</p>}
      <DayLoadStatus day={isToCome ? day : ''} exceptId={booking.id} />
    </>
  );
}

/** The facts that an answer has besides its text: its visit, what follows from it, and its price. */
export function AnswerFields(props: DraftProps) {
  const { draft, booking, today, company, errors, onChange } = props;
  const { choice } = draft;
  const visit = visitOf(draft, booking);
  return (
    <>
      {choice === 'offered' && (
        <QuietSlots
          booking={booking}
          today={today}
          visits={company.hours}
          chosen={visit}
          onChoose={(chosen) => onChange(changeVisit(draft, chosen, booking))}
        />
      )}
      <div className="grid gap-2.5 has-[>:only-child:empty]:hidden">
        {asksDay(choice) && <VisitFields {...props} />}
        <DayFacts {...props} />
      </div>
      <SeriesChange booking={booking} choice={choice} day={visit.day} today={today} />
      {asksPrice(choice) && (
        <PriceFields
          booking={booking}
          price={draft.price}
          error={errors.price_pence}
          onChange={(changes) => onChange(changePrice(draft, changes))}
        />
      )}
    </>
  );
}
