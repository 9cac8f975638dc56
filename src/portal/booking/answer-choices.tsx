import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { choicesOf, type Choice, type Draft } from './answer-draft.ts';
import { choiceTexts, stateText } from './answer-texts.ts';

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

interface ChoicesProps {
  booking: Booking;
  draft: Draft | null;
  /** London's day. */
  today: string;
  onChoose: (choice: Choice) => void;
}

/** The possible answers, and those that were begun and are not possible any more. */
export function Choices({ booking, draft, today, onChoose }: ChoicesProps) {
  const possible = choicesOf(booking, today);
  const begun = draft ? [draft.choice, ...(Object.keys(draft.texts) as Choice[])] : [];
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 text-xl font-bold text-heading">Your answer</legend>
      <div className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
        {[...new Set([...possible, ...begun])].map((choice) => (
          <ChoiceOption
            key={choice}
            choice={choice}
            booking={booking}
            today={today}
            isPossible={possible.includes(choice)}
            isChosen={choice === draft?.choice}
            onChoose={() => onChoose(choice)}
          />
        ))}
      </div>
    </fieldset>
  );
}
