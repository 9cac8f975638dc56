import { Link } from 'react-router-dom';
import { referenceOf } from '../../core/domain/reference.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { outbox } from '../../runtime/outbox.ts';
import { useTeamNames } from '../team/use-team.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { focusHeading } from '../../ui/page-change.ts';
import { notify } from '../../ui/toast.ts';
import { laterText } from '../causes.ts';
import { answerPath } from './answer-path.ts';
import { usePendingOf, type Pending } from './use-pending.ts';

/** Runs a command on a waiting answer or setting; when this device cannot, a message says so. Never rejects. */
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

/** Undoes a waiting answer or setting, or says that it is too late. */
export async function undoPending(id: string): Promise<void> {
  if (!(await outbox.undo(id, false)))
    void notify.info('It’s too late to undo this: the answer may have been sent already.');
}

const titleOf = ({ attention, noun, isUrgent }: Pending): string => {
  if (!attention) return 'Waiting to be sent';
  return `Your ${noun} ${isUrgent ? 'needs attention' : 'is not needed any more'}`;
};

interface PendingBarProps {
  pending: Pending;
  /** The booking's customer; undefined for a booking that this device does not have. */
  customer: string | undefined;
  /** Among other bookings: it names its own, and links to its screen. */
  isInList?: boolean;
}

/** A waiting answer or setting, with its cause and Undo; or a refused one, with its reason and its remedies. */
export function PendingBar({ pending, customer, isInList = false }: PendingBarProps) {
  const { id, bookingId, attention, canUndo, cause, noun, text, isUrgent } = pending;
  const name = customer ?? referenceOf(bookingId);
  const style = isUrgent
    ? { box: 'border-danger bg-danger-tint', icon: 'text-danger' }
    : { box: 'border-warning bg-warning-tint', icon: 'text-warning' };
  return (
    <div
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border px-4 py-3 ${style.box}`}
    >
      <p className="flex min-w-0 grow basis-56 items-start gap-2.5 text-heading">
        <Icon
          name={attention ? 'alert' : 'clock'}
          className={`mt-0.5 size-5 shrink-0 ${style.icon}`}
        />
        <span>
          <span className="font-bold">{titleOf(pending)}</span>
          <span>{`: ${isInList ? `${name}, ` : ''}${text}. `}</span>
          <span>
            {attention
              ? pending.refusal
              : `It will be sent ${laterText(cause)}${pending.following}`}
          </span>
        </span>
      </p>
      {canUndo && (
        <button
          type="button"
          aria-label={`Undo the ${noun}: ${name}`}
          className={smallButtonClass('secondary')}
          onClick={() => void attempt(() => undoPending(id))}
        >
          Undo
        </button>
      )}
      {attention && isInList && attention.reason !== 'gone' && (
        <Link
          to={answerPath(bookingId)}
          aria-label={`${isUrgent ? 'Answer again' : 'See the booking'}: ${name}`}
          className={`${smallButtonClass(isUrgent ? 'primary' : 'secondary')} no-underline`}
        >
          {isUrgent ? 'Answer again' : 'See the booking'}
        </Link>
      )}
      {attention && (
        <button
          type="button"
          aria-label={`Discard the ${noun}: ${name}`}
          className={smallButtonClass('danger')}
          onClick={() => void attempt(() => outbox.undo(id, true))}
        >
          Discard
        </button>
      )}
    </div>
  );
}

/** The sign on a booking’s card that its status waits to be sent, or that its answer was refused. */
export function AnswerSign({ booking }: { booking: ReplicaRow<'bookings'> }) {
  const [pending] = usePendingOf(booking, booking.id, useTeamNames());
  if (!pending) return null;
  const { attention, isUrgent } = pending;
  const link = isUrgent ? 'text-danger' : 'text-warning';
  return (
    <p
      className={`flex flex-wrap items-center gap-x-2 rounded-xl px-3 py-1.5 text-sm font-semibold ${
        isUrgent ? 'bg-danger-tint text-danger' : 'bg-warning-tint text-warning'
      }`}
    >
      <Icon name={attention ? 'alert' : 'clock'} className="size-5 shrink-0" />
      <span>{titleOf(pending)}</span>
      {attention && (
        <Link to={answerPath(booking.id)} className={`${link} underline underline-offset-4`}>
          See why
        </Link>
      )}
    </p>
  );
}
