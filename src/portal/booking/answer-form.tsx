import { useEffect, useMemo, useRef, useState, type FormEvent } from 'react';
import type { OfficeAnswer } from '../../core/domain/answers.ts';
import type { OfficeAnswerEntry } from '../../core/mutations/office-answer.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import type { Outcome } from '../../core/outbox/entry.ts';
import { officeTime } from '../sync/clock.ts';
import { useTeamNames } from '../team/use-team.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Company } from '../layout/company.ts';
import { Choices } from './answer-choices.tsx';
import {
  acknowledge,
  answerOf,
  asksPrice,
  check,
  choicesOf,
  choose,
  draftOf,
  isDirty,
  isOvertaken,
  openingDraft,
  otherVisitText,
  typedPrice,
  visitOf,
  type Draft,
  type Errors,
} from './answer-draft.ts';
import { AnswerFields } from './answer-fields.tsx';
import { AnswerMessage } from './answer-message.tsx';
import { customerText } from './answer-texts.ts';
import { changesSince } from './history-lines.ts';
import { answerBookings } from './send-answers.ts';
import { useUnsentText } from '../unsent-text.ts';

type Booking = ReplicaRow<'bookings'>;

interface OvertakenProps {
  draft: Draft;
  booking: Booking;
  onSeen: () => void;
}

/** Says how the booking changed under its person, and keeps the answer until they have read it. */
function Overtaken({ draft, booking, onSeen }: OvertakenProps) {
  const names = useTeamNames();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border border-warning bg-warning-tint px-4 py-3 text-heading">
      <p role="alert" className="flex min-w-0 grow basis-56 items-start gap-2.5">
        <Icon name="alert" className="mt-0.5 size-5 shrink-0 text-warning" />
        <span>
          <span className="font-bold">The booking changed while you were answering. </span>
          <span>{`${changesSince(draft.seen, booking, names)} `}</span>
          <span>Your choice and your text are still here.</span>
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

/** The text that the customer reads; null for an answer without one. */
function textOf(draft: Draft, booking: Booking, company: Company, today: string): string | null {
  const { choice, every, price, texts } = draft;
  const terms = { every, price: asksPrice(choice) ? typedPrice(price) : null };
  const visit = visitOf(draft, booking);
  return texts[choice] ?? customerText(booking, choice, visit, company, today, terms);
}

/**
 * Answers a booking: the choice, its day and time, and the text that the customer reads. A change of
 * the booking leaves all three as they are, once something was changed in the form.
 */
export function AnswerForm(props: AnswerFormProps) {
  const { booking, today, company, refused, onSent, onUnkept } = props;
  const form = useRef<HTMLFormElement>(null);
  /** With the refused answer, or for the day that the customer asks for. */
  const begun = useMemo(
    () => (refused ? draftOf(refused.answer, booking, today) : openingDraft(booking, today)),
    [refused, booking, today],
  );
  /** Null while nothing was changed. */
  const [changed, setChanged] = useState<Draft | null>(null);
  const draft = changed ?? begun;
  const [errors, setErrors] = useState<Errors>({});
  const [isBusy, setBusy] = useState(false);
  /** The warning that its person has read, and the text that it is about. */
  const [warned, setWarned] = useState<string | null>(null);
  const isPossible = draft !== null && choicesOf(booking, today).includes(draft.choice);
  const text = draft && textOf(draft, booking, company, today);
  // A refused answer is stored until it is given again or discarded.
  const isUnkept = changed !== null && isDirty(changed, today);
  useUnsentText(isUnkept);
  const isLost = isUnkept && !isBusy;
  useEffect(() => {
    onUnkept(isLost);
    return () => onUnkept(false);
  }, [isLost, onUnkept]);

  const change = (next: Draft) => {
    setErrors({});
    setChanged(next);
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
    const warning = otherVisitText(draft, booking, text);
    if (warning !== null && warned !== `${warning}${text}`) {
      setWarned(`${warning}${text}`);
      return fail({ message: `${warning} Send it again if that is right.` });
    }
    setBusy(true);
    const [outcome] = await answerBookings([{ booking, values: checked.values }]);
    setBusy(false);
    if (!outcome) return;
    // Stored, and begun with again if it was refused. A draft that was begun meanwhile stays.
    const isStored = outcome.outcome !== 'not-stored' && !('fresh' in outcome && outcome.fresh);
    if (isStored) setChanged((present) => (present === changed ? null : present));
    onSent(answerOf(draft.choice), outcome);
  };

  const parts = { booking, today, company, errors, onChange: change };
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
          onSeen={() => {
            change(acknowledge(draft, booking));
            focusOn('input[name="answer"]:checked');
          }}
        />
      )}
      <Choices
        booking={booking}
        draft={draft}
        today={today}
        onChoose={(choice) => change(choose(draft, choice, booking, today))}
      />
      <AnswerFields {...parts} draft={draft} />
      {draft && <AnswerMessage {...parts} draft={draft} text={text} isBusy={isBusy} />}
    </form>
  );
}
