import type { UnsentAnswer } from '../../core/waiting/my-requests.ts';
import { Card } from '../../ui/card.tsx';
import BookingAnswers from './booking-answers.tsx';

interface WaitingAnswersProps {
  answers: readonly UnsentAnswer[];
  /** Their bookings' states could not be read again. */
  isStale: boolean;
}

/** Answers to bookings that this device does not list, such as one that a link opened. */
export default function WaitingAnswers({ answers, isStale }: WaitingAnswersProps) {
  return (
    <ul className="grid gap-4">
      {answers.map((answer) => (
        <li
          key={answer.unsent.id}
          aria-labelledby={`answer-${answer.unsent.id}`}
          tabIndex={-1}
          className="rounded-3xl"
        >
          <Card className="grid gap-4">
            <div>
              <h2
                id={`answer-${answer.unsent.id}`}
                className="font-mono text-2xl font-bold tracking-normal"
              >
                {answer.unsent.reference}
              </h2>
              <p className="mt-1 text-muted">Your answer to a booking</p>
            </div>
            <BookingAnswers answers={answer} summary={null} isStale={isStale} />
          </Card>
        </li>
      ))}
    </ul>
  );
}
