import { namesDay } from '../../core/domain/booking-events.ts';
import { dayAfter } from '../../core/domain/london-time.ts';
import { repeatLabel, REPEATS, type Repeat } from '../../core/domain/repeats.ts';
import { LIMITS } from '../../core/domain/limits.ts';
import type { Slot } from '../../core/domain/slots.ts';
import { firstDay, timesOn } from '../../core/domain/visit-times.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { officeTime } from '../sync/clock.ts';
import { TextField } from '../../ui/fields.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { noVisitHint } from './no-visit-hint.tsx';
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
          onChange={({ target }) =>
            onChange(changeVisit(draft, { slot: target.value as Slot }, booking))
          }
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

/** The day to come that an answer names; empty for none. */
function dayToCome(draft: Draft | null, booking: DraftProps['booking'], today: string): string {
  if (!draft || !namesDay(answerOf(draft.choice))) return '';
  const { day } = visitOf(draft, booking);
  return day >= today ? day : '';
}

/** The fields for an answer's visit, or what the office knows about its own day. */
function Visit(props: DraftProps) {
  const { draft, booking, today, company } = props;
  if (asksDay(draft.choice)) return <VisitFields {...props} />;
  const noVisit = noVisitHint(dayToCome(draft, booking, today), company.hours);
  return noVisit && <p className="text-sm">{noVisit}</p>;
}

/** What follows from an answer, and its price. */
function Terms({ draft, booking, today, errors, onChange }: DraftProps) {
  const { choice, price } = draft;
  const { day } = visitOf(draft, booking);
  return (
    <>
      <SeriesChange booking={booking} choice={choice} day={day} today={today} />
      {asksPrice(choice) && (
        <PriceFields
          booking={booking}
          price={price}
          error={errors.price_pence}
          onChange={(changes) => onChange(changePrice(draft, changes))}
        />
      )}
    </>
  );
}

/** The facts that an answer has besides its text. Without a draft, the status of a day that is chosen later. */
export function AnswerFields(props: Omit<DraftProps, 'draft'> & { draft: Draft | null }) {
  const { draft, booking, today, company, onChange } = props;
  const parts = draft && { ...props, draft };
  return (
    <>
      {draft?.choice === 'offered' && (
        <QuietSlots
          booking={booking}
          today={today}
          visits={company.hours}
          chosen={visitOf(draft, booking)}
          onChoose={(chosen) => onChange(changeVisit(draft, chosen, booking))}
        />
      )}
      <div className="grid gap-2.5 has-[>:only-child:empty]:hidden">
        {parts && <Visit {...parts} />}
        <DayLoadStatus day={dayToCome(draft, booking, today)} exceptId={booking.id} />
      </div>
      {parts && <Terms {...parts} />}
    </>
  );
}
