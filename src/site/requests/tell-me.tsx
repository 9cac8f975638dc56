import { useEffect, useState } from 'react';
import {
  checkNotified,
  endNotifications,
  keyForAnswers,
  notifyOfAnswers,
  type NotifyOutcome,
} from '../../runtime/booking-push.ts';
import { useRead } from '../../runtime/use-read.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { attempt } from './attempt.ts';

const TEXTS: Record<NotifyOutcome | 'not-ended', string> = {
  done: '',
  denied: 'This browser does not allow notifications from our site. My requests shows our answer.',
  unavailable: 'This browser’s notification service does not answer. Please try again later.',
  refused:
    'This booking is over, or five devices are notified already. My requests shows our answer.',
  failed: 'We had no answer. Please try again in a few minutes.',
  'not-ended':
    'We had no answer, so a notification may still come. Please try again in a few minutes.',
};

interface TellMeProps {
  id: string;
  isNotified: boolean;
}

/** Offers a notification of the office's answer, where browser and server have web push. */
export default function TellMe({ id, isNotified }: TellMeProps) {
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
        Tell me when it’s confirmed
      </button>
      <p aria-live="polite" className="empty:hidden">
        {fault ||
          (isNotified &&
            'We’ll notify this device when we answer. My requests shows our answer in any case.')}
      </p>
    </div>
  );
}
