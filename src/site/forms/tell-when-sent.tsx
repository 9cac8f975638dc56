import { useState } from 'react';
import { canNotify, doNotTell, tellWhenSent, useIsToBeTold } from '../../runtime/submissions/notifications.ts';
import { smallButtonClass } from '../../ui/shell/button.ts';

/** Offers a notification once a waiting submission is sent, where the browser can give one with the site closed. */
export default function TellWhenSent({ id }: { id: string }) {
  const isToBeTold = useIsToBeTold(id);
  const [isOffered] = useState(canNotify);
  const [hasFailed, setHasFailed] = useState(false);
  if (!isOffered) return null;

  const ask = async () => setHasFailed(!(await tellWhenSent(id).catch(() => false)));
  const toggle = () => void (isToBeTold ? doNotTell(id).catch(() => undefined) : ask());

  return (
    <div className="grid justify-items-start gap-2">
      <button type="button" aria-pressed={isToBeTold} className={smallButtonClass(isToBeTold ? 'primary' : 'secondary')} onClick={toggle}>
        Tell me when it is sent
      </button>
      <p aria-live="polite" className="empty:hidden">
        {isToBeTold && 'You will get a notification on this device, also with this page closed.'}
        {hasFailed && !isToBeTold && 'This browser does not allow notifications from our site. My requests shows when it is sent.'}
      </p>
    </div>
  );
}
