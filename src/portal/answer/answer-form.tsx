import { useEffect, useRef, useState, type FormEvent } from 'react';
import {
  namesDay,
  REPEATS,
  type OfficeAnswer,
  type Repeat,
} from '../../core/domain/booking-events.ts';
import { dayAfter } from '../../core/domain/london-time.ts';
import { repeatLabel } from '../../core/domain/repeats.ts';
import { LIMITS } from '../../core/domain/limits.ts';
import { STAFF_LIMITS } from '../../core/domain/staff-limits.ts';
import { firstDay, timesOn } from '../../core/domain/visit-times.ts';
import type { OfficeAnswerValues } from '../../core/domain/office-answer.ts';
import type { OfficeAnswerEntry } from '../../core/mutations/office-answer.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import type { Outcome } from '../../core/outbox/entry.ts';
import { officeTime } from '../sync/clock.ts';
import { answerBookings } from '../sync/admin-commands.ts';
import { useTeamNames } from '../sync/use-team.ts';
import { buttonClass, smallButtonClass } from '../../ui/button.ts';
import { CharacterCount, TextareaField, TextField } from '../../ui/fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { noVisitHint } from '../bookings/no-visit-hint.tsx';
import type { Company } from '../layout/company.ts';
import {
  acknowledge,
  answerIn,
  answerOf,
  asksDay,
  asksPrice,
  asksVisit,
  changePrice,
  changeRepeat,
  changeVisit,
  check,
  choicesOf,
  choose,
  draftOf,
  isDirty,
  isOvertaken,
  openingDraft,
  otherVisitText,
  stands,
  typedPrice,
  visitOf,
  type Choice,
  type Draft,
  type Errors,
} from './answer-draft.ts';
import { DayLoadStatus, QuietSlots } from './day-load.tsx';
import { useUnsentText } from '../unsent-text.ts';
import { changesSince, choiceTexts, customerText, stateText } from './answer-texts.ts';
import { MailNotice } from './mail-notice.tsx';
import { PriceFields } from './price-fields.tsx';
import { SeriesChange } from './series-change.tsx';
import { TellCustomer } from './tell-customer.tsx';
import { useMailForecast } from './use-mail-forecast.ts';
import { NO_VISIT } from './visit-texts.ts';

type Booking = ReplicaRow<'bookings'>;

interface ChoiceProps {
  choice: Choice;
  booking: Booking;
  /** London's day. */
  today: string;
  isPossible: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

function ChoiceOption({ choice, booking, today, isPossible, isChosen, onChoose }: ChoiceProps) {
  const { label, hint } = choiceTexts(choice, booking, today);
  return (
    <label className="flex min-h-14 cursor-pointer items-start gap-3 rounded-2xl border border-control bg-surface px-4 py-3 transition-colors hover:bg-tint has-checked:border-brand has-checked:bg-tint has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <input
        type="radio"
        name="answer"
        className="mt-1 size-5 shrink-0 accent-brand outline-none"
        aria-labelledby={`answer-${choice}-label`}
        aria-describedby={`answer-${choice}-hint`}
        checked={isChosen}
        onChange={onChoose}
      />
      <span className="grid">
        <span id={`answer-${choice}-label`} className="font-semibold text-heading">
          {label}
        </span>
        <span
          id={`answer-${choice}-hint`}
          className={`text-sm ${isPossible ? 'text-muted' : 'font-semibold text-danger'}`}
        >
          {isPossible ? hint : `Not possible any more: it is ${stateText(booking)}.`}
        </span>
      </span>
    </label>
  );
}

interface OvertakenProps {
  draft: Draft;
  booking: Booking;
  /** London's day. */
  today: string;
  onSeen: () => void;
}

/** Says how the booking changed under its person, and keeps the answer until they have read it. */
function Overtaken({ draft, booking, today, onSeen }: OvertakenProps) {
  const isDone = stands(answerIn(draft, draft.seen), booking, today);
  const names = useTeamNames();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border border-warning bg-warning-tint px-4 py-3 text-heading">
      <p role="alert" className="flex min-w-0 grow basis-56 items-start gap-2.5">
        <Icon name="alert" className="mt-0.5 size-5 shrink-0 text-warning" />
        <span>
          <span className="font-bold">The booking changed while you were answering. </span>
          <span>{`${changesSince(draft.seen, booking, names)} `}</span>
          <span>
            {isDone
              ? 'It has this answer already, so yours is not needed.'
              : 'Your choice and your text are still here.'}
          </span>
        </span>
      </p>
      <button
        id="answer-seen"
        type="button"
        className={smallButtonClass('secondary')}
        onClick={onSeen}
      >
        Answer it as it is now
      </button>
    </div>
  );
}

/** The draft that the form begins with: for the day that the customer asks for, or a refused answer. */
interface Begun {
  draft: Draft;
  /** The id of the refused entry; null before it is known, and without one. */
  id: string | null;
  isOfAsk: boolean;
}

const REPEAT_OPTIONS = Object.fromEntries(
  REPEATS.map((every) => [every, repeatLabel(every)] as const),
) as Readonly<Record<Repeat, string>>;

interface AnswerFormProps {
  booking: Booking;
  /** London's day. */
  today: string;
  company: Company;
  /** The answer to this booking that was refused, which the form begins with. */
  refused: OfficeAnswerEntry | null;
  /** Called with the outcome; the form is as it was if it was not stored. */
  onSent: (kind: OfficeAnswer, outcome: Outcome) => void;
  /** Called with whether something in the form is stored nowhere. */
  onUnkept: (isUnkept: boolean) => void;
}

const DAY_LABELS: Partial<Record<Choice, string>> = {
  repeated: 'First day',
  stopped: 'Last day',
};

/** The first day that a choice takes; undefined for any. `today`: London's day. */
function firstDayOf(choice: Choice, today: string): string | undefined {
  if (choice === 'stopped') return undefined;
  return choice === 'offered' ? dayAfter(today, 1) : firstDay(officeTime());
}

function beginWithAsk(booking: Booking, today: string): Begun | null {
  const draft = openingDraft(booking, today);
  return draft && { id: null, draft, isOfAsk: true };
}

/**
 * Answers a booking: the choice, its day and time, and the text that the customer reads. A change of
 * the booking leaves all three as they are.
 */
export function AnswerForm(props: AnswerFormProps) {
  const { booking, today, company, refused, onSent, onUnkept } = props;
  const possible = choicesOf(booking, today);
  const form = useRef<HTMLFormElement>(null);
  const [begun, setBegun] = useState<Begun | null>(() => beginWithAsk(booking, today));
  const [draft, setDraft] = useState<Draft | null>(begun?.draft ?? null);
  const [errors, setErrors] = useState<Errors>({});
  const [isBusy, setBusy] = useState(false);
  /** The warning that its person has read, and the text that it is about. */
  const [warned, setWarned] = useState<string | null>(null);
  const begin = (next: Begun | null) => {
    setBegun(next);
    setDraft(next?.draft ?? null);
  };
  const restore = (id: string | null, answer: OfficeAnswerValues) =>
    begin({ id, draft: draftOf(answer, booking, today), isOfAsk: false });
  const isUntouched = draft === null || draft === begun?.draft;
  if (isUntouched && refused) {
    if (refused.id !== begun?.id || (draft && isOvertaken(draft, booking)))
      restore(refused.id, refused.answer);
  } else if (isUntouched && draft && begun?.id) begin(beginWithAsk(booking, today));
  else if (isUntouched && draft && begun?.isOfAsk && isOvertaken(draft, booking))
    begin(beginWithAsk(booking, today));

  const choice = draft?.choice;
  const isPossible = choice !== undefined && possible.includes(choice);
  const visit = draft && visitOf(draft, booking);
  /** Null before a choice, and for an answer without a text. */
  const text =
    draft && visit && choice !== undefined
      ? (draft.texts[choice] ??
        customerText(booking, choice, visit, company, today, {
          every: draft.every,
          price: asksPrice(choice) ? typedPrice(draft.price) : null,
        }))
      : null;
  const { forecast, mails } = useMailForecast(
    booking,
    choice === undefined || !visit ? null : { kind: answerOf(choice), day: visit.day },
    today,
  );
  const noVisit = visit ? noVisitHint(visit.day, company.hours) : undefined;
  /** The day to come that the answer names; empty for none. */
  const loadedDay =
    visit && choice !== undefined && namesDay(answerOf(choice)) && visit.day >= today
      ? visit.day
      : '';
  const warning = draft && isPossible ? otherVisitText(draft, booking, text) : null;
  // A refused answer is stored until it is given again or discarded.
  const isStored = draft === begun?.draft && begun?.id !== null;
  const isUnkept = isDirty(draft, today) && !isStored;
  useUnsentText(isUnkept);
  const isLost = isUnkept && !isBusy;
  useEffect(() => {
    onUnkept(isLost);
    return () => onUnkept(false);
  }, [isLost, onUnkept]);

  const written = Object.keys(draft?.texts ?? {}) as Choice[];
  const kept = [...new Set([...(choice === undefined ? [] : [choice]), ...written])];
  const choices = [...possible, ...kept.filter((one) => !possible.includes(one))];

  const change = (next: Draft) => {
    setErrors({});
    setDraft(next);
  };
  const focusOn = (selector: string) =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(selector)?.focus());
  const fail = (found: Errors) => {
    setErrors(found);
    focusOn('[aria-invalid="true"]');
  };

  const send = async () => {
    if (!draft || !isPossible || isBusy) return;
    if (isOvertaken(draft, booking)) return focusOn('#answer-seen');
    const checked = check(draft, booking, text, officeTime());
    if ('errors' in checked) return fail(checked.errors);
    if (warning !== null && warned !== `${warning}${text}`) {
      setWarned(`${warning}${text}`);
      return fail({ message: `${warning} Send it again if that is right.` });
    }
    setBusy(true);
    const [outcome] = await answerBookings([{ booking, values: checked.values }]);
    setBusy(false);
    if (!outcome) return;
    if (outcome.outcome === 'refused') restore(null, checked.values);
    // A draft that was begun meanwhile stays.
    else if (outcome.outcome !== 'not-stored')
      setDraft((present) => (present === draft ? null : present));
    onSent(answerOf(draft.choice), outcome);
  };

  const tell = isPossible && text !== null && !text.includes(NO_VISIT) && (
    <TellCustomer booking={booking} text={text} when="before" />
  );

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
      {draft && !isBusy && isOvertaken(draft, booking) && (
        <Overtaken
          draft={draft}
          booking={booking}
          today={today}
          onSeen={() => {
            change(acknowledge(draft, booking));
            focusOn('input[name="answer"]:checked');
          }}
        />
      )}
      <fieldset className="grid gap-3">
        <legend className="mb-3 text-xl font-bold text-heading">Your answer</legend>
        <div className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
          {choices.map((one) => (
            <ChoiceOption
              key={one}
              choice={one}
              booking={booking}
              today={today}
              isPossible={possible.includes(one)}
              isChosen={one === choice}
              onChoose={() => change(choose(draft, one, booking, today))}
            />
          ))}
        </div>
      </fieldset>
      {draft && visit && choice === 'offered' && (
        <QuietSlots
          booking={booking}
          today={today}
          visits={company.hours}
          chosen={visit}
          onChoose={(chosen) => change(changeVisit(draft, chosen, booking))}
        />
      )}
      <div className="grid gap-2.5 has-[>:only-child:empty]:hidden">
        {draft && visit && choice !== undefined && asksDay(choice) && (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              id="answer-day"
              label={DAY_LABELS[choice] ?? 'Day'}
              type="date"
              required
              min={firstDayOf(choice, today)}
              max={LIMITS.bookingDate.latest}
              value={visit.day}
              hint={noVisit}
              error={errors.day}
              onChange={({ target }) => change(changeVisit(draft, { day: target.value }, booking))}
            />
            {asksVisit(choice) && (
              <SelectField
                id="answer-slot"
                label="Time"
                {...timesOn(visit.day, officeTime())}
                value={visit.slot}
                error={errors.time_slot}
                onChange={({ target }) =>
                  change(changeVisit(draft, { slot: target.value }, booking))
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
                  change(changeRepeat(draft, (Number(target.value) || '') as Repeat | ''))
                }
              />
            )}
          </div>
        )}
        {choice === 'confirmed' && loadedDay !== '' && noVisit && (
          <p className="text-sm">{noVisit}</p>
        )}
        <DayLoadStatus day={loadedDay} exceptId={booking.id} />
      </div>
      {draft && visit && choice !== undefined && (
        <>
          <SeriesChange booking={booking} choice={choice} day={visit.day} today={today} />
          {asksPrice(choice) && (
            <PriceFields
              booking={booking}
              price={draft.price}
              error={errors.price_pence}
              onChange={(changes) => change(changePrice(draft, changes))}
            />
          )}
          {text !== null && (
            <TextareaField
              id="answer-text"
              label="The customer reads"
              rows={7}
              hint={
                <span className="flex flex-wrap justify-between gap-x-4">
                  <span>
                    {forecast === 'goes'
                      ? 'Sent by email, and shown in My requests. Change it as you like.'
                      : forecast === 'no-address'
                        ? 'Change it as you like. No email takes it to them.'
                        : 'Shown in My requests. Change it as you like.'}
                  </span>
                  <CharacterCount text={text} max={STAFF_LIMITS.answer.max} />
                </span>
              }
              value={text}
              error={errors.message}
              onChange={({ target }) =>
                change({ ...draft, texts: { ...draft.texts, [choice]: target.value } })
              }
            />
          )}
          <p
            role="status"
            className="flex items-start gap-1.5 text-sm font-semibold text-warning empty:hidden"
          >
            {warning !== null && errors.message === undefined && (
              <>
                <Icon name="alert" className="mt-0.5 size-4" />
                <span>{warning}</span>
              </>
            )}
          </p>
          {forecast !== 'no-address' && (
            <MailNotice
              booking={booking}
              forecast={isPossible && text !== null ? forecast : 'goes'}
              mails={mails}
              today={today}
            />
          )}
          {forecast === 'no-address' && tell}
          {isPossible ? (
            <button
              type="submit"
              aria-disabled={isBusy}
              className={`${buttonClass('primary')} justify-self-start max-sm:w-full`}
            >
              {isBusy ? 'Sending...' : choiceTexts(choice, booking, today).send}
            </button>
          ) : (
            <p className="font-semibold text-heading">Choose an answer that is possible now.</p>
          )}
          {forecast !== 'no-address' && tell}
        </>
      )}
    </form>
  );
}
