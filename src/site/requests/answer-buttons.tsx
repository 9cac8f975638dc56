import { useState } from 'react';
import { SERVICE_TYPES } from '../../core/domain/booking-choices.ts';
import type { CustomerAnswer } from '../../core/domain/answers.ts';
import { customerAnswers, type CustomerBooking } from '../../core/domain/booking-events.ts';
import { type Summary } from '../../core/domain/submission.ts';
import { namedVisit, type Visit } from '../../core/domain/visit.ts';
import { referenceOf } from '../../core/domain/reference.ts';
import type { AnswerDetails } from '../../core/mutations/customer-answer.ts';
import type { AnswerCard } from '../../core/waiting/my-requests.ts';
import { outbox } from '../../runtime/outbox.ts';
import { useLondonTime } from '../../runtime/use-london-time.ts';
import { answerBooking } from '../../runtime/visitor-commands.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { focusHeading } from '../../ui/page-change.ts';
import { notify } from '../../ui/toast.ts';
import { passFocusUp } from '../../ui/use-returned-focus.ts';
import { COMPANY } from '../content/company.ts';
import { saveVisit } from '../forms/save-visit.ts';
import { refusedAnswerText, timeText } from './answer-texts.ts';
import { AskForDay } from './ask-for-day.tsx';
import { attempt } from './attempt.ts';

/** Gives an answer, in place of a `refused` one. False when it was neither stored nor sent. */
async function give(
  answer: CustomerAnswer,
  { known, unsent: refused, isVisit }: AnswerButtonsProps,
  details: AnswerDetails,
): Promise<boolean> {
  if (refused) await outbox.undo(refused.id, true);
  const outcome = await answerBooking(answer, known, details);
  if (outcome.outcome === 'not-stored')
    void notify.error(
      `Your answer could not be sent, and this device can’t keep it. Please try again, or call ${COMPANY.phone}.`,
      { duration: Infinity },
    );
  // It was sent from memory, so no card says it.
  if (outcome.outcome === 'refused' && outcome.fresh !== undefined)
    void notify.error(refusedAnswerText(answer, outcome.attention.reason, false, isVisit), {
      duration: Infinity,
    });
  if (document.activeElement === document.body) focusHeading();
  return outcome.outcome !== 'not-stored';
}

/** True for an answer that is still to be sent; false for a refused one. */
export const isWaiting = (unsent: AnswerCard | null): boolean =>
  unsent !== null && !unsent.attention;

interface AnswerButtonsProps {
  known: { state: CustomerBooking; readAt: number };
  unsent: AnswerCard | null;
  summary: Summary | null;
  /** The request that lists the booking: the first one of its series, or itself. */
  requestId: string;
  /** It is a visit of a series, or the first one's own. */
  isVisit: boolean;
}

/** The customer's answers to a booking that are possible now. */
export function AnswerButtons(props: AnswerButtonsProps) {
  const { known, unsent, summary, requestId, isVisit } = props;
  const { state } = known;
  const [opened, setOpened] = useState<'cancel' | 'ask' | null>(null);
  const { day: today } = useLondonTime();
  const possible = isWaiting(unsent) ? [] : customerAnswers(state, today);
  const say = (answer: CustomerAnswer, other?: Visit) =>
    give(answer, props, { other, seriesId: requestId === state.id ? undefined : requestId });
  const press = (answer: CustomerAnswer) => void attempt(async () => void (await say(answer)));
  const close = () => setOpened(null);
  const reference = referenceOf(requestId);
  const { was_confirmed: wasConfirmed = false } = state;
  // A request that was never confirmed is in no calendar.
  const isInCalendars =
    state.status === 'confirmed' || (state.status === 'cancelled' && wasConfirmed);
  const canSave = !isWaiting(unsent) && state.day >= today && isInCalendars;
  const time = timeText(namedVisit(state));
  // Its card takes the focus then.
  if (possible.length === 0 && !canSave && opened === null) return null;
  return (
    <div
      ref={passFocusUp}
      role="group"
      aria-label={isVisit ? `Visit on ${time}` : `Answers to ${reference}`}
      className="flex flex-wrap gap-2"
    >
      {possible.includes('accepted') && (
        <button
          type="button"
          className={smallButtonClass('primary')}
          onClick={() => press('accepted')}
        >
          Accept
        </button>
      )}
      {possible.includes('refused') && (
        <button
          type="button"
          className={smallButtonClass('secondary')}
          onClick={() => press('refused')}
        >
          No, thanks
        </button>
      )}
      {possible.includes('asked') && (
        <button
          type="button"
          className={smallButtonClass('secondary')}
          onClick={() => setOpened('ask')}
        >
          Ask for another day
        </button>
      )}
      {canSave && (
        <CalendarButton state={state} summary={summary} requestId={requestId} isVisit={isVisit} />
      )}
      {possible.includes('cancelled') && (
        <button
          type="button"
          className={smallButtonClass('danger')}
          onClick={() => setOpened('cancel')}
        >
          {isVisit ? 'Skip this visit' : 'Cancel this booking'}
        </button>
      )}
      <ConfirmDialog
        open={opened === 'cancel'}
        title={isVisit ? 'Skip this visit?' : `Cancel booking ${reference}?`}
        confirmLabel={isVisit ? 'Skip this visit' : 'Cancel this booking'}
        dismissLabel="Keep it"
        onConfirm={() => press('cancelled')}
        onClose={close}
      >
        <p>
          {isVisit
            ? `We won’t come on ${time}, and our office is told. Your other visits stay as they are.`
            : 'We won’t come, and our office is told. If you change your mind, you’ll need to book again.'}
        </p>
        {state.status === 'confirmed' && COMPANY.cancelling && <p>{COMPANY.cancelling}</p>}
      </ConfirmDialog>
      <AskForDay
        open={opened === 'ask'}
        state={state}
        onAsk={(other) => say('asked', other)}
        onClose={close}
      />
    </div>
  );
}

interface CalendarButtonProps {
  state: CustomerBooking;
  summary: Summary | null;
  requestId: string;
  /** It stands among other visits. */
  isVisit: boolean;
}

/** Saves the visit, or its cancellation, for the customer's calendar. */
export function CalendarButton({ state, summary, requestId, isVisit }: CalendarButtonProps) {
  const { id, status, sequence } = state;
  const isCancelled = status === 'cancelled';
  const save = () =>
    saveVisit({
      id,
      requestId,
      ...namedVisit(state),
      title: summary ? SERVICE_TYPES[summary.service] : 'Cleaning',
      address: '',
      status: isCancelled ? 'cancelled' : 'confirmed',
      sequence,
    });
  return (
    <>
      <button type="button" className={smallButtonClass('secondary')} onClick={() => void save()}>
        {isCancelled ? 'Remove from calendar' : 'Add to calendar'}
      </button>
      {isCancelled && !isVisit && <CalendarsMayKeep />}
    </>
  );
}

/** Stands once below the buttons that remove visits from a calendar. */
export const CalendarsMayKeep = () => (
  <p className="w-full text-sm text-muted">
    Some calendars keep a cancelled visit. If yours does, please delete it there by hand.
  </p>
);
