import { Link } from 'react-router-dom';
import { referenceOf } from '../../core/domain/submission.ts';
import {
  rivalGroup,
  type OfficeAnswer,
  type RivalGroup,
} from '../../core/domain/booking-events.ts';
import type { OfficeAnswerValues } from '../../core/domain/office-answer.ts';
import type { PendingAnswer } from '../../core/mutations/office-answer.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { outbox } from '../../runtime/outbox.ts';
import { useOfficeTime } from '../sync/clock.ts';
import { usePendingAnswers } from '../sync/use-lists.ts';
import { useTeamNames } from '../sync/use-team.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { focusHeading } from '../../ui/page-change.ts';
import { notify } from '../../ui/toast.ts';
import { laterText } from '../causes.ts';
import { answerPath } from './answer-path.ts';
import { stands } from './answer-draft.ts';
import { answerText, isNeeded, refusalText } from './answer-texts.ts';

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

const NOUNS: Record<RivalGroup, string> = {
  answer: 'answer',
  instructed: 'text for those who go',
  assigned: 'list of those who go',
  entrusted: 'way in',
};

const nounOf = (kind: OfficeAnswer) => NOUNS[rivalGroup(kind)];

/** How an answer looks beside its booking as it is now. */
function useRefusal(
  { entry, attention }: PendingAnswer,
  booking: ReplicaRow<'bookings'> | undefined,
) {
  const { day: today } = useOfficeTime();
  const answered = booking
    ? { status: booking.status, isAnswered: stands(entry.answer, booking, today) }
    : null;
  const isUrgent = attention !== null && isNeeded(answered);
  const yours = `Your ${nounOf(entry.answer.kind)}`;
  const refused = isUrgent ? `${yours} needs attention` : `${yours} is not needed any more`;
  return { answered, isUrgent, title: attention ? refused : 'Waiting to be sent' };
}

/** The effects of a waiting answer that come once it is sent. */
function followingText({ kind, for_series: isForSeries }: OfficeAnswerValues): string {
  if (kind === 'stopped') return ' The visits after it go once it is sent.';
  return kind === 'repeated' || isForSeries ? ' The visits follow once it is sent.' : '';
}

interface PendingAnswerBarProps {
  answer: PendingAnswer;
  /** Undefined for one that this device does not have. */
  booking: ReplicaRow<'bookings'> | undefined;
  /** Among other bookings: it names its own, and links to its screen. */
  isInList?: boolean;
}

/** A waiting answer, with its cause and Undo; or a refused one, with its reason and its remedies. */
export function PendingAnswerBar({ answer, booking, isInList = false }: PendingAnswerBarProps) {
  const { entry, attention, canUndo, cause } = answer;
  const names = useTeamNames();
  const { answered, isUrgent, title } = useRefusal(answer, booking);
  const noun = nounOf(entry.answer.kind);
  const name = booking?.name ?? referenceOf(entry.bookingId);
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
          <span className="font-bold">{title}</span>
          <span>{`: ${isInList ? `${name}, ` : ''}${answerText(entry.answer, names)}. `}</span>
          <span>
            {attention
              ? refusalText(attention, answered)
              : `It will be sent ${laterText(cause)}${followingText(entry.answer)}`}
          </span>
        </span>
      </p>
      {canUndo && (
        <button
          type="button"
          aria-label={`Undo the ${noun}: ${name}`}
          className={smallButtonClass('secondary')}
          onClick={() => void attempt(() => undoAnswer(entry.id))}
        >
          Undo
        </button>
      )}
      {attention && isInList && attention.reason !== 'gone' && (
        <Link
          to={answerPath(entry.bookingId)}
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
          onClick={() => void attempt(() => outbox.undo(entry.id, true))}
        >
          Discard
        </button>
      )}
    </div>
  );
}

/** The sign on a booking’s card that its status waits to be sent, or that its answer was refused. */
export function AnswerSign({ booking }: { booking: ReplicaRow<'bookings'> }) {
  const [answer] = usePendingAnswers(booking.id);
  return answer ? <SignOf answer={answer} booking={booking} /> : null;
}

function SignOf({ answer, booking }: { answer: PendingAnswer; booking: ReplicaRow<'bookings'> }) {
  const { title, isUrgent } = useRefusal(answer, booking);
  const link = isUrgent ? 'text-danger' : 'text-warning';
  return (
    <p
      className={`flex flex-wrap items-center gap-x-2 rounded-xl px-3 py-1.5 text-sm font-semibold ${
        isUrgent ? 'bg-danger-tint text-danger' : 'bg-warning-tint text-warning'
      }`}
    >
      <Icon name={answer.attention ? 'alert' : 'clock'} className="size-5 shrink-0" />
      <span>{title}</span>
      {answer.attention && (
        <Link to={answerPath(booking.id)} className={`${link} underline underline-offset-4`}>
          See why
        </Link>
      )}
    </p>
  );
}
