import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { smallButtonClass } from '../../ui/button.ts';
import { passFocusOn } from '../../ui/page-change.ts';
import { notify } from '../../ui/toast.ts';
import { isAfterSignIn } from '../layout/arrival.tsx';
import { answerPushOffer, useOpenPushOffer, usePushDevices } from './push-devices.ts';
import { reportFailure } from './push-texts.ts';

/** Offers notifications on this device, until the user turns them on or declines. */
export function PushOffer() {
  return useOpenPushOffer() && <Offer />;
}

function Offer() {
  const { push, turnOn } = usePushDevices();
  const [isBusy, setBusy] = useState(false);
  if (push.status !== 'read' || push.key === null || push.here !== 'off') return null;
  const accept = async (key: string) => {
    setBusy(true);
    const outcome = await turnOn(key);
    setBusy(false);
    reportFailure(outcome);
    if (outcome.outcome === 'done')
      void notify.success('This device is notified', {
        description: 'You can stop it under About this device.',
      });
  };
  const { key } = push;
  return (
    <section
      aria-labelledby="push-offer"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-2xl border border-line bg-surface p-4 shadow-card"
    >
      <div className="grid min-w-0 grow basis-64 gap-0.5">
        <h2 id="push-offer" className="text-lg leading-snug font-bold">
          Hear of new bookings at once
        </h2>
        <p className="text-sm text-muted">
          Also of applications and messages, while the portal is closed. Notifications name nobody.
        </p>
      </div>
      <div className="flex flex-wrap gap-2.5">
        <button
          ref={passFocusOn}
          type="button"
          aria-disabled={isBusy}
          className={smallButtonClass('primary')}
          onClick={() => isBusy || void accept(key)}
        >
          Notify me on this device
        </button>
        <button
          ref={passFocusOn}
          type="button"
          className={smallButtonClass('secondary')}
          onClick={() => void answerPushOffer()}
        >
          Not now
        </button>
      </div>
    </section>
  );
}

/** The offer on the screen that a phone shows after a sign-in, unless that is the dashboard, which has it too. */
export function PushOfferOnArrival() {
  const { pathname, state } = useLocation();
  const [arrivedAt] = useState(() =>
    isAfterSignIn(state) && matchMedia('(pointer: coarse)').matches ? pathname : null,
  );
  return pathname === arrivedAt && pathname !== '/admin/dashboard' && <PushOffer />;
}
