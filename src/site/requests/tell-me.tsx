import { useEffect, useState } from 'react';
import type { CustomerBooking } from '../../core/domain/booking-events.ts';
import {
  checkNotified,
  endNotifications,
  keyForAnswers,
  notifyOfAnswers,
  type NotifyOutcome,
} from '../../runtime/booking-push.ts';
import { useLondonTime } from '../../runtime/use-london-time.ts';
import { useRead } from '../../runtime/use-read.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { notifyText, type NotifyText } from './answer-texts.ts';
import { attempt } from './attempt.ts';

const TEXTS: Record<NotifyOutcome | 'not-ended', string> = {
  done: '',
  denied: 'This browser does not allow notifications from our site. My requests shows our answer.',
  unavailable: 'This browser’s notification service does not answer. Please try again later.',
  unknown:
    'We can’t notify this browser. Please try another one. My requests shows our answer in any case.',
  refused:
    'This booking is over, or five devices are notified already. My requests shows our answer.',
  failed: 'We had no answer. Please try again in a few minutes.',
  'not-ended':
    'We had no answer, so a notification may still come. Please try again in a few minutes.',
};

interface TellMeProps {
  state: CustomerBooking;
  isNotified: boolean;
}

/** Offers notifications of the office's answers, until the booking's day is over. */
export default function TellMe({ state, isNotified }: TellMeProps) {
  const { day: today } = useLondonTime();
  const text = notifyText(state, isNotified, today);
  return text && <NotifyButton id={state.id} isNotified={isNotified} text={text} />;
}

interface NotifyButtonProps {
  id: string;
  isNotified: boolean;
  text: NotifyText;
}

/** Starts and ends them, where browser and server have web push. */
function NotifyButton({ id, isNotified, text }: NotifyButtonProps) {
  const { value: key } = useRead(keyForAnswers);
  const [fault, setFault] = useState('');
  useEffect(() => {
    if (isNotified) void checkNotified(id).catch(() => undefined);
  }, [id, isNotified]);
  if (key === null && !isNotified) return null;

  const toggle = async () => {
    setFault('');
    if (isNotified) setFault((await endNotifications(id)) ? '' : TEXTS['not-ended']);
    else if (key !== null) setFault(TEXTS[await notifyOfAnswers(id, key)]);
  };
  return (
    <div className="grid justify-items-start gap-2">
      <button
        type="button"
        aria-pressed={isNotified}
        className={smallButtonClass(isNotified ? 'primary' : 'secondary')}
        onClick={() => void attempt(toggle)}
      >
        {text.label}
      </button>
      <p aria-live="polite" className="empty:hidden">
        {fault || (isNotified && text.on)}
      </p>
    </div>
  );
}
