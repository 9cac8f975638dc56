import type { ReadStates } from '../../runtime/request-answers.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { CAUSES } from '../causes.ts';
import { PhoneLink } from '../forms/form-shell.tsx';

/** Reads our answers again, and says when they could not be read. */
export function StatesRead({ states }: { states: ReadStates }) {
  const { isReading, failure, refresh } = states;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="min-w-0 flex-1">
        {failure !== null && (
          <>
            <span>
              {failure === 'refused'
                ? 'Our server refused to show our answers.'
                : `${CAUSES[failure].what}, so our answers could not be read now.`}
            </span>{' '}
            {failure === 'refused' && (
              <>
                To ask, call <PhoneLink />.
              </>
            )}
          </>
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
