import { useState } from 'react';
import { useLondonTime } from '../../runtime/use-london-time.ts';
import { PhoneLink } from './form-shell.tsx';
import { soonText } from './kind-texts.ts';

interface CallTooProps {
  /** The booking's day; null for another kind of request. */
  day: string | null;
  /** When the request was received, in ms since 1970; null while it waits. */
  receivedAt: number | null;
}

/** Advises the sender of a booking to call as well, where its day may come before the reply. */
export function CallToo({ day, receivedAt }: CallTooProps) {
  const [shownAt] = useState(Date.now);
  const { day: today } = useLondonTime();
  const isAhead = day !== null && day >= today;
  const text = isAhead ? soonText(receivedAt ?? shownAt, day) : null;
  return (
    text && (
      <p>
        <span>{text}</span> <PhoneLink />
      </p>
    )
  );
}
