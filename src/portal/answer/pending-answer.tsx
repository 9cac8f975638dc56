import { Link } from 'react-router-dom';
import type { PendingAnswer } from '../../core/mutations/office-answer.ts';
import { outbox } from '../../runtime/outbox.ts';
import { usePendingAnswer } from '../sync/use-lists.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { focusHeading } from '../../ui/page-change.ts';
import { notify } from '../../ui/toast.ts';
import { laterText } from '../causes.ts';
import { answerPath } from './answer-path.ts';
import { answerText, refusalText } from './answer-texts.ts';

/** Runs a command on a pending answer; when this device cannot, a message says so. Never rejects. */
async function attempt(action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
    // The pressed button is gone.
    focusHeading();
  } catch (error) {
    console.error('An answer could not be changed:', error);
    void notify.error('Error', {
      description: 'This device could not do that. Free some space on it and try again.',
    });
  }
}

/** Undoes a waiting answer, or says that it is too late. */
export async function undoAnswer(id: string): Promise<void> {
  if (!(await outbox.undo(id, false)))
    void notify.info('It’s too late to undo this: the answer may have been sent already.');
}

interface PendingAnswerBarProps {
  answer: PendingAnswer;
  name: string;
  /** Among other bookings: it names its own, and links to its screen. */
  isInList?: boolean;
}

/** A waiting answer, with its cause and Undo; or a refused one, with its reason and its remedies. */
export function PendingAnswerBar({ answer, name, isInList = false }: PendingAnswerBarProps) {
  const { entry, attention, canUndo, cause } = answer;
  const style = attention
    ? { box: 'border-danger bg-danger-tint', icon: 'text-danger' }
    : { box: 'border-warning bg-warning-tint', icon: 'text-warning' };
  return (
    <div
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border px-4 py-3 ${style.box}`}
    >
      <p className="flex min-w-56 flex-1 items-start gap-2.5 text-heading">
        <Icon
          name={attention ? 'alert' : 'clock'}
          className={`mt-0.5 size-5 shrink-0 ${style.icon}`}
        />
        <span>
          <span className="font-bold">
            {attention ? 'Your answer needs attention' : 'Waiting to be sent'}
          </span>
          <span>{`: ${isInList ? `${name}, ` : ''}${answerText(entry.answer)}. `}</span>
          <span>{attention ? refusalText(attention) : `It will be sent ${laterText(cause)}`}</span>
        </span>
      </p>
      {canUndo && (
        <button
          type="button"
          aria-label={`Undo the answer: ${name}`}
          className={smallButtonClass('secondary')}
          onClick={() => void attempt(() => undoAnswer(entry.id))}
        >
          Undo
        </button>
      )}
      {attention && isInList && attention.reason !== 'gone' && (
        <Link
          to={answerPath(entry.bookingId)}
          aria-label={`Answer again: ${name}`}
          className={`${smallButtonClass('primary')} no-underline`}
        >
          Answer again
        </Link>
      )}
      {attention && (
        <button
          type="button"
          aria-label={`Discard the answer: ${name}`}
          className={smallButtonClass('danger')}
          onClick={() => void attempt(() => outbox.undo(entry.id, true))}
        >
          Discard
        </button>
      )}
    </div>
  );
}

/** The sign on a booking’s card that its status waits to be sent, or that its answer was refused. */
export function AnswerSign({ bookingId }: { bookingId: string }) {
  const answer = usePendingAnswer(bookingId);
  if (!answer) return null;
  const { attention } = answer;
  return (
    <p
      className={`flex flex-wrap items-center gap-x-2 rounded-xl px-3 py-1.5 text-sm font-semibold ${
        attention ? 'bg-danger-tint text-danger' : 'bg-warning-tint text-warning'
      }`}
    >
      <Icon name={attention ? 'alert' : 'clock'} className="size-5 shrink-0" />
      <span>{attention ? 'Your answer needs attention' : 'Waiting to be sent'}</span>
      {attention && (
        <Link to={answerPath(bookingId)} className="text-danger underline underline-offset-4">
          See why
        </Link>
      )}
    </p>
  );
}
