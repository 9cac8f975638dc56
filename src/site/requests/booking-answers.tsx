import { useRef, useState } from 'react';
import { format } from 'date-fns';
import { SERVICE_TYPES } from '../../core/domain/booking-choices.ts';
import {
  customerAnswers,
  type CustomerAnswer,
  type CustomerBooking,
} from '../../core/domain/booking-events.ts';
import { londonTime } from '../../core/domain/london-time.ts';
import { referenceOf, type Summary } from '../../core/domain/submission.ts';
import type { AnsweredBooking, AnswerCard } from '../../core/mutations/my-requests.ts';
import type { Fresh } from '../../core/outbox/entry.ts';
import { answerBooking } from '../../runtime/visitor-commands.ts';
import { outbox } from '../../runtime/outbox.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { focusHeading } from '../../ui/page-change.ts';
import { notify } from '../../ui/toast.ts';
import { passFocusUp } from '../../ui/use-returned-focus.ts';
import { causeText } from '../causes.ts';
import { COMPANY } from '../content/company.ts';
import { ATTENTION_TEXTS } from '../forms/attention-texts.ts';
import { saveVisit } from '../forms/save-visit.ts';
import { UNSENT_TEXTS, answerText, timeText } from './answer-texts.ts';
import { attempt } from './attempt.ts';

/**
 * Gives an answer. `refused`: an earlier one, which it replaces. `kept`: the same answer, which this
 * page could not store before. Returns the answer that could not be stored now, if any.
 */
async function give(
  answer: CustomerAnswer,
  state: CustomerBooking,
  refused: AnswerCard | null,
  kept: Fresh | null,
): Promise<Fresh | null> {
  if (refused) await outbox.undo(refused.id, true);
  const outcome = await answerBooking(answer, state, kept);
  if (outcome.outcome === 'not-stored')
    void notify.error(
      `Your answer could not be sent, and this device can’t keep it. Please try again, or call ${COMPANY.phone}.`,
      { duration: Infinity },
    );
  if (document.activeElement === document.body) focusHeading();
  return outcome.outcome === 'not-stored' ? outcome.fresh : null;
}

/** True for an answer that is still to be sent; false for a refused one. */
const isWaiting = (unsent: AnswerCard | null): boolean => unsent !== null && !unsent.attention;

interface AnswerButtonsProps extends Pick<BookingAnswersProps, 'summary'> {
  state: CustomerBooking;
  unsent: AnswerCard | null;
}

/** The customer's answers to a booking that are possible now. */
function AnswerButtons({ state, unsent, summary }: AnswerButtonsProps) {
  const [cancelling, setCancelling] = useState(false);
  const possible = isWaiting(unsent) ? [] : customerAnswers(state, londonTime().day);
  const kept = useRef<Partial<Record<CustomerAnswer, Fresh | null>>>({});
  const say = (answer: CustomerAnswer) =>
    void attempt(async () => {
      kept.current[answer] = await give(answer, state, unsent, kept.current[answer] ?? null);
    });
  const reference = referenceOf(state.id);
  const canSave =
    !isWaiting(unsent) && (state.status === 'confirmed' || state.status === 'cancelled');
  return (
    <div
      ref={passFocusUp}
      role="group"
      aria-label={`Answers to ${reference}`}
      className="flex flex-wrap gap-2 empty:hidden"
    >
      {possible.includes('accepted') && (
        <button
          type="button"
          className={smallButtonClass('primary')}
          onClick={() => say('accepted')}
        >
          Accept
        </button>
      )}
      {possible.includes('refused') && (
        <button
          type="button"
          className={smallButtonClass('secondary')}
          onClick={() => say('refused')}
        >
          No, thanks
        </button>
      )}
      {canSave && <CalendarButton state={state} summary={summary} />}
      {possible.includes('cancelled') && (
        <button
          type="button"
          className={smallButtonClass('danger')}
          onClick={() => setCancelling(true)}
        >
          Cancel this booking
        </button>
      )}
      <ConfirmDialog
        open={cancelling}
        title={`Cancel booking ${reference}?`}
        confirmLabel="Cancel this booking"
        dismissLabel="Keep it"
        onConfirm={() => say('cancelled')}
        onClose={() => setCancelling(false)}
      >
        <p>
          We won&rsquo;t come, and our office is told. If you change your mind, you&rsquo;ll need to
          book again.
        </p>
        {state.status === 'confirmed' && COMPANY.cancelling && <p>{COMPANY.cancelling}</p>}
      </ConfirmDialog>
    </div>
  );
}

/** Saves the visit, or its cancellation, for the customer's calendar. */
function CalendarButton({ state, summary }: { state: CustomerBooking; summary: Summary | null }) {
  const { id, status, day, time_slot: slot, sequence } = state;
  const isCancelled = status === 'cancelled';
  const save = () =>
    saveVisit({
      id,
      day,
      slot,
      title: summary ? SERVICE_TYPES[summary.service] : 'Cleaning',
      address: '',
      status: isCancelled ? 'cancelled' : 'confirmed',
      sequence,
    });
  return (
    <button type="button" className={smallButtonClass('secondary')} onClick={() => void save()}>
      {isCancelled ? 'Remove from calendar' : 'Add to calendar'}
    </button>
  );
}

/** An answer that waits, or that was refused. `state`: the booking's, if it is known here. */
export function Unsent({ unsent, state }: { unsent: AnswerCard; state: CustomerBooking | null }) {
  const { answer: kind, cause, attention } = unsent;
  const { waits, until, refused } = UNSENT_TEXTS[kind];
  const remove = async () => {
    await outbox.undo(unsent.id, true);
    focusHeading();
  };
  if (attention) {
    const { what, todo } = ATTENTION_TEXTS[attention.reason];
    return (
      <Notice tone="error" title="Needs attention">
        <p>{`${refused} ${what} ${todo}`}</p>
        <button
          type="button"
          className={smallButtonClass('secondary')}
          onClick={() => void attempt(remove)}
        >
          Close
        </button>
      </Notice>
    );
  }
  const consequence = state ? until(timeText(state.day, state.time_slot)) : '';
  return (
    <Notice tone="warning" icon="clock" title={waits}>
      <p>{`${causeText(cause)}It waits on this device and will be sent automatically. ${consequence}`}</p>
      <button
        type="button"
        className={smallButtonClass('secondary')}
        onClick={() => void attempt(() => outbox.retry(unsent.id))}
      >
        Send now
      </button>
    </Notice>
  );
}

interface BookingAnswersProps {
  answers: AnsweredBooking;
  summary: Summary | null;
  /** The state could not be read again. */
  isStale: boolean;
}

/**
 * The state of a booking in words, the office's text, and the answers of its customer. An answer
 * that waits stands in place of the state, which it has not changed yet.
 */
export default function BookingAnswers({ answers, summary, isStale }: BookingAnswersProps) {
  const { state, readAt, unsent } = answers;
  const { tone, icon, title, text } = answerText(state, londonTime().day);
  return (
    <>
      {!isWaiting(unsent) && (
        <Notice tone={tone} title={title} {...(icon && { icon })}>
          {state?.last?.message && (
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {state.last.message}
            </p>
          )}
          {text && <p>{text}</p>}
        </Notice>
      )}
      {unsent && <Unsent unsent={unsent} state={state} />}
      {state && <AnswerButtons state={state} unsent={unsent} summary={summary} />}
      {isStale && (
        <p className="text-sm text-muted">{`As of ${format(readAt, 'd MMMM, HH:mm')}.`}</p>
      )}
    </>
  );
}
