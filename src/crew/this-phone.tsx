import { useState } from 'react';
import { callHref } from '../core/domain/contact-links.ts';
import { CREW_DEVICE_DAYS } from '../core/domain/limits.ts';
import { keyForChanges, notifyOfChanges, type NotifyOutcome } from '../runtime/crew-push.ts';
import { dismissInstall, install, useInstallOffer } from '../runtime/install.ts';
import { useRead } from '../runtime/use-read.ts';
import { smallButtonClass } from '../ui/button.ts';
import type { Office } from './office.ts';
import { STORED_FOR_CREW } from './stored-data.ts';

const NOTIFY_TEXTS: Record<NotifyOutcome, string> = {
  done: '',
  denied: 'This phone does not allow notifications from this page. Its settings can change that.',
  unavailable: 'The notification service of this phone does not answer. Please try again later.',
  refused: 'The office’s server cannot notify this browser. Please try another one.',
  failed: 'The office’s server has not answered. Please try again in a few minutes.',
};

interface ThisPhoneProps {
  office: Office;
  isNotified: boolean;
}

/** Notifications, the home screen, the office's number, and what the phone stores. */
export function ThisPhone({ office, isNotified }: ThisPhoneProps) {
  return (
    <section aria-labelledby="this-phone" className="grid gap-3">
      <h2 id="this-phone" className="text-xl font-bold">
        This phone
      </h2>
      <Notifications isNotified={isNotified} />
      <InstallCrew />
      <p>
        <a
          href={callHref(office.phone)}
          className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
        >
          {`Call the office: ${office.phone}`}
        </a>
      </p>
      <p className="text-sm text-muted">
        Jobs stay here until the end of tomorrow; then they are deleted, without a connection too.
        Lost this phone, or leaving? Call the office: it can sign the phone out at once.
      </p>
      <details className="text-sm">
        <summary className="min-h-11 cursor-pointer py-2 font-semibold text-brand">
          What else is stored about you
        </summary>
        <ul className="grid list-disc gap-2 pl-5 text-muted">
          {STORED_FOR_CREW.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
          <li>
            {`At the office, until this phone is signed out or was not used for ${CREW_DEVICE_DAYS} days: its browser’s name, when it was last used, a scrambled form of its key, and its address for notifications.`}
          </li>
        </ul>
      </details>
    </section>
  );
}

function Notifications({ isNotified }: { isNotified: boolean }) {
  const { value: key } = useRead(keyForChanges);
  const [fault, setFault] = useState('');
  if (key === null && !isNotified) return null;
  return (
    <div className="grid justify-items-start gap-2">
      {!isNotified && key !== null && (
        <button
          type="button"
          className={smallButtonClass('secondary')}
          onClick={() =>
            void notifyOfChanges(key).then(
              (outcome) => setFault(NOTIFY_TEXTS[outcome]),
              () => setFault(NOTIFY_TEXTS.failed),
            )
          }
        >
          Tell me when my day changes
        </button>
      )}
      <p role="status" className="text-sm empty:hidden">
        {isNotified ? 'You get a notification when your day changes.' : fault}
      </p>
    </div>
  );
}

function InstallCrew() {
  const offer = useInstallOffer('crew');
  if (offer === 'none') return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {offer === 'prompt' ? (
        <button
          type="button"
          className={smallButtonClass('secondary')}
          onClick={() => void install('crew')}
        >
          Put it on the home screen
        </button>
      ) : (
        <p className="text-sm">For the home screen, tap Share, then Add to Home Screen.</p>
      )}
      <button
        type="button"
        className={smallButtonClass('secondary')}
        onClick={() => dismissInstall('crew')}
      >
        No, thanks
      </button>
    </div>
  );
}
