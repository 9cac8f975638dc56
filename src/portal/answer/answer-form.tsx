import { useRef, useState, type FormEvent } from 'react';
import {
  namesDay,
  officeAnswers,
  type BookingStatus,
  type OfficeAnswer,
} from '../../core/domain/booking-events.ts';
import { officeAnswerSchema, type OfficeAnswerValues } from '../../core/domain/office-answer.ts';
import { PREFERRED_TIMES } from '../../core/domain/booking-choices.ts';
import { dayAfter } from '../../core/domain/london-time.ts';
import { LIMITS } from '../../core/domain/limits.ts';
import { STAFF_LIMITS } from '../../core/domain/staff-limits.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import type { Outcome } from '../../core/outbox/entry.ts';
import { answerBookings } from '../sync/admin-commands.ts';
import { buttonClass } from '../../ui/button.ts';
import { CharacterCount, TextareaField, TextField } from '../../ui/fields.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useUnsavedLock } from '../../ui/text-form.tsx';
import { mailSubject, quotedRequest } from '../bookings/booking-texts.ts';
import type { Company } from '../layout/company.ts';
import { ActionButton, emailAction, writeActions } from '../list/row-actions.tsx';
import { customerText, isMove, choiceTexts, type AnswerVisit } from './answer-texts.ts';

type Booking = ReplicaRow<'bookings'>;

/** The answers to a booking. A pending one is declined, not cancelled. */
function choicesOf(booking: Booking, today: string): OfficeAnswer[] {
  const { status, preferred_date: day } = booking;
  return officeAnswers({ status: status as BookingStatus, day }, today).filter(
    (kind) => !(status === 'pending' && kind === 'cancelled'),
  );
}

/** True for an answer that asks the office for a day and a time. */
const asksVisit = (kind: OfficeAnswer, booking: Booking): boolean =>
  kind === 'offered' || isMove(kind, booking);

interface ChoiceProps {
  kind: OfficeAnswer;
  booking: Booking;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ kind, booking, isChosen, onChoose }: ChoiceProps) {
  const { label, hint } = choiceTexts(kind, booking);
  return (
    <label className="flex min-h-14 cursor-pointer items-start gap-3 rounded-2xl border border-control bg-surface px-4 py-3 transition-colors hover:bg-tint has-checked:border-brand has-checked:bg-tint has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <input
        type="radio"
        name="answer"
        className="mt-1 size-5 shrink-0 accent-brand outline-none"
        aria-labelledby={`answer-${kind}-label`}
        aria-describedby={`answer-${kind}-hint`}
        checked={isChosen}
        onChange={onChoose}
      />
      <span className="grid">
        <span id={`answer-${kind}-label`} className="font-semibold text-heading">
          {label}
        </span>
        <span id={`answer-${kind}-hint`} className="text-sm text-muted">
          {hint}
        </span>
      </span>
    </label>
  );
}

type Errors = Partial<Record<'day' | 'time_slot' | 'message', string>>;

interface Typed extends AnswerVisit {
  /** The office's own text; null while it is the one that the choice suggests. */
  text: string | null;
}

/** The values as they would be sent, or the errors of their fields. */
function check(
  { kind, day, slot }: AnswerVisit,
  text: string | null,
  today: string,
): { values: OfficeAnswerValues } | { errors: Errors } {
  const visit = namesDay(kind) ? { day, time_slot: slot } : { day: null, time_slot: null };
  const parsed = officeAnswerSchema.safeParse({ kind, ...visit, message: text ?? '' });
  if (!parsed.success) {
    const errors: Errors = {};
    for (const { path, message } of parsed.error.issues)
      errors[path[0] as keyof Errors] ??= message;
    return { errors };
  }
  if (kind === 'offered' && day <= today)
    return { errors: { day: 'Please select a day after today' } };
  return { values: parsed.data };
}

interface AnswerFormProps {
  booking: Booking;
  /** London's day. */
  today: string;
  company: Company;
  /** Called with the outcome; the form is as it was if it was not stored. */
  onSent: (kind: OfficeAnswer, outcome: Outcome) => void;
}

/** Answers a booking: the choice, its day and time, and the text that the customer reads. */
export function AnswerForm({ booking, today, company, onSent }: AnswerFormProps) {
  const choices = choicesOf(booking, today);
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Typed | null>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [isBusy, setBusy] = useState(false);
  /** Null before a choice, and for an answer without a text. */
  const text = typed && (typed.text ?? customerText(booking, typed, company));
  const isDirty = typed !== null && (typed.text !== null || typed.day !== booking.preferred_date);
  useUnsavedLock(isDirty);

  const choose = (kind: OfficeAnswer) => {
    setErrors({});
    setTyped({
      kind,
      day:
        asksVisit(kind, booking) && (typed?.day ?? '') !== booking.preferred_date
          ? (typed?.day ?? '')
          : booking.preferred_date,
      slot: typed?.slot ?? booking.preferred_time,
      text: null,
    });
  };
  const change = (changes: Partial<Typed>) => {
    setErrors({});
    setTyped((now) => now && { ...now, ...changes });
  };

  const send = async () => {
    if (!typed || isBusy) return;
    const checked = check(typed, text, today);
    if ('errors' in checked) {
      setErrors(checked.errors);
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
      return;
    }
    setBusy(true);
    const [outcome] = await answerBookings([{ booking, values: checked.values }]);
    setBusy(false);
    if (outcome) onSent(typed.kind, outcome);
  };

  return (
    <form
      ref={form}
      noValidate
      className="grid gap-5"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      <LeaveGuard isUnkept={isDirty && !isBusy} />
      <fieldset className="grid gap-3">
        <legend className="mb-3 text-xl font-bold text-heading">Your answer</legend>
        <div className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
          {choices.map((kind) => (
            <Choice
              key={kind}
              kind={kind}
              booking={booking}
              isChosen={typed?.kind === kind}
              onChoose={() => choose(kind)}
            />
          ))}
        </div>
      </fieldset>
      {typed && (
        <>
          {asksVisit(typed.kind, booking) && (
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                id="answer-day"
                label="Day"
                type="date"
                required
                min={typed.kind === 'offered' ? dayAfter(today, 1) : today}
                max={LIMITS.bookingDate.latest}
                value={typed.day}
                error={errors.day}
                onChange={({ target }) => change({ day: target.value })}
              />
              <SelectField
                id="answer-slot"
                label="Time"
                options={PREFERRED_TIMES}
                value={typed.slot}
                error={errors.time_slot}
                onChange={({ target }) => change({ slot: target.value })}
              />
            </div>
          )}
          {text !== null && (
            <TextareaField
              id="answer-text"
              label="The customer reads"
              rows={7}
              hint={
                <span className="flex flex-wrap justify-between gap-x-4">
                  <span>Sent by email, and shown in My requests. Change it as you like.</span>
                  <CharacterCount text={text} max={STAFF_LIMITS.answer.max} />
                </span>
              }
              value={text}
              error={errors.message}
              onChange={({ target }) => change({ text: target.value })}
            />
          )}
          <button
            type="submit"
            aria-disabled={isBusy}
            className={`${buttonClass('primary')} justify-self-start max-sm:w-full`}
          >
            {isBusy ? 'Sending...' : choiceTexts(typed.kind, booking).send}
          </button>
          {text !== null && <TellInstead booking={booking} text={text} />}
        </>
      )}
    </form>
  );
}

/** The same text by the device's own apps. The answer is still sent by the form. */
function TellInstead({ booking, text }: { booking: Booking; text: string }) {
  const { name, phone, email } = booking;
  const mail = `${text}\n\n${quotedRequest(booking)}`;
  return (
    <section aria-labelledby="tell-instead" className="grid gap-2">
      <h3 id="tell-instead" className="font-semibold text-heading">
        Tell by text message or WhatsApp instead
      </h3>
      <p className="text-sm text-muted">
        Opens your phone’s app with the same text. Send the answer here too, so that everyone sees
        the new status.
      </p>
      <div className="flex flex-wrap gap-2.5">
        {[...writeActions(phone, text), emailAction(email, mailSubject(booking), mail)].map(
          (action) => (
            <ActionButton key={action.label} action={action} name={name} />
          ),
        )}
      </div>
    </section>
  );
}
