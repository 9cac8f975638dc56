import { useState } from 'react';
import { londonTime } from '../../core/domain/london-time.ts';
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
  const isAhead = day !== null && day >= londonTime(shownAt).day;
  const text = isAhead ? soonText(receivedAt ?? shownAt, day) : null;
  return (
    text && (
      <p>
        <span>{text}</span> <PhoneLink />
      </p>
    )
  );
}
