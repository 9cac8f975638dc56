import type { AnswerCard } from '../../core/mutations/my-requests.ts';
import { Card } from '../../ui/card.tsx';
import { Unsent } from './booking-answers.tsx';

/** Answers to bookings that this device does not list, such as one that a link opened. */
export default function WaitingAnswers({ answers }: { answers: readonly AnswerCard[] }) {
  return (
    <ul className="grid gap-4">
      {answers.map((answer) => (
        <li
          key={answer.id}
          aria-labelledby={`answer-${answer.id}`}
          tabIndex={-1}
          className="rounded-3xl"
        >
          <Card className="grid gap-4">
            <div>
              <h2
                id={`answer-${answer.id}`}
                className="font-mono text-2xl font-bold tracking-normal"
              >
                {answer.reference}
              </h2>
              <p className="mt-1 text-muted">Your answer to a booking</p>
            </div>
            <Unsent unsent={answer} state={null} />
          </Card>
        </li>
      ))}
    </ul>
  );
}
