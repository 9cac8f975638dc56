import { useState } from 'react';
import type { AnswerCard } from '../../core/waiting/my-requests.ts';
import { outbox } from '../../runtime/outbox.ts';
import { sendNow } from '../../runtime/visitor-commands.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { focusHeading } from '../../ui/page-change.ts';
import { passFocusUp } from '../../ui/use-returned-focus.ts';
import { causeText } from '../causes.ts';
import { COMPANY } from '../content/company.ts';
import { refusedAnswerText, timeText, unsentTexts } from './answer-texts.ts';
import { attempt } from './attempt.ts';
import { useSending } from './use-sending.ts';

interface UnsentAnswerProps {
  unsent: AnswerCard;
  /** The booking's newest known state admits it. */
  isPromised: boolean;
  /** That state admits an answer now. */
  canAnswer: boolean;
  /** The booking is confirmed. */
  isConfirmed: boolean;
  /** The booking is a visit of a series. */
  isVisit: boolean;
}

/** An answer that waits, or that was refused. */
export function UnsentAnswer({ canAnswer, ...waiting }: UnsentAnswerProps) {
  const { unsent, isVisit } = waiting;
  return unsent.attention ? (
    <RefusedAnswer
      id={unsent.id}
      text={refusedAnswerText(unsent.answer, unsent.attention.reason, canAnswer, isVisit)}
    />
  ) : (
    <WaitingAnswer {...waiting} />
  );
}

function RefusedAnswer({ id, text }: { id: string; text: string }) {
  const close = async () => {
    await outbox.undo(id, true);
    focusHeading();
  };
  return (
    <Notice tone="error" title="Needs attention">
      <p>{text}</p>
      <button
        type="button"
        className={smallButtonClass('secondary')}
        onClick={() => void attempt(close)}
      >
        Close
      </button>
    </Notice>
  );
}

function WaitingAnswer({
  unsent,
  isPromised,
  isConfirmed,
  isVisit,
}: Omit<UnsentAnswerProps, 'canAnswer'>) {
  const { id, answer: kind, cause, visit, other, canUndo, mayHaveArrived, reference } = unsent;
  const [isTakingBack, setTakingBack] = useState(false);
  const { isBusy, answer, send } = useSending(id);
  const { waits, until, named } = unsentTexts(kind, isVisit);
  const takeBack = async () => {
    if (await outbox.undo(id, mayHaveArrived)) focusHeading();
    // An attempt began since, or it was sent: the dialog and the card say so.
    else setTakingBack(true);
  };
  const asked = other ? timeText(other) : '';
  const consequence = isPromised && visit ? until(timeText(visit), isConfirmed, asked) : '';
  return (
    <Notice tone="warning" icon="clock" title={waits}>
      <p>{`${causeText(cause)}It waits on this device and will be sent automatically. ${consequence}`}</p>
      <div
        ref={passFocusUp}
        role="group"
        aria-label={`Your answer to ${reference}`}
        className="flex flex-wrap gap-2"
      >
        <button
          type="button"
          aria-disabled={isBusy}
          className={smallButtonClass('secondary')}
          onClick={() => send(sendNow)}
        >
          {isBusy ? 'Sending...' : 'Send now'}
        </button>
        {canUndo && (
          <button
            type="button"
            className={smallButtonClass('secondary')}
            onClick={() => (mayHaveArrived ? setTakingBack(true) : void attempt(takeBack))}
          >
            Take back
          </button>
        )}
      </div>
      <p role="status" className="font-semibold text-heading empty:hidden">
        {answer}
      </p>
      <ConfirmDialog
        open={isTakingBack && canUndo}
        title={`Take back ${named}?`}
        confirmLabel="Take back"
        onConfirm={() => void attempt(takeBack)}
        onClose={() => setTakingBack(false)}
      >
        <p>It will be removed from this device and not sent again.</p>
        {mayHaveArrived && (
          <p>
            {`An earlier try may have reached us, and then it counts: the booking shows it once there is a connection. To be sure, call ${COMPANY.phone}.`}
          </p>
        )}
      </ConfirmDialog>
    </Notice>
  );
}
