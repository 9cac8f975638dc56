import { format } from 'date-fns';
import type { StatesReading } from '../../runtime/use-booking-states.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { CAUSES } from '../causes.ts';
import { PhoneLink } from '../forms/form-shell.tsx';

/** Reads our answers again, and says that they were read, or why not. */
export function CheckForAnswers({ reading }: { reading: StatesReading }) {
  const { isReading, failure, checkedAt, refresh } = reading;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="min-w-0 flex-1">
        {failure === 'refused' && (
          <span>
            Our server refused to show our answers. To ask about a request, call <PhoneLink />.
          </span>
        )}
        {failure !== null && failure !== 'refused' && (
          <span>{`${CAUSES[failure].what}, so our answers could not be read now.`}</span>
        )}
        {failure === null && checkedAt !== null && (
          <span>{`Checked at ${format(checkedAt, 'HH:mm')}: these are our newest answers.`}</span>
        )}
      </p>
      <button
        type="button"
        aria-disabled={isReading}
        className={smallButtonClass('secondary')}
        onClick={() => !isReading && refresh()}
      >
        Check for answers
      </button>
    </div>
  );
}
