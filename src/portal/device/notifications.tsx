import { format } from 'date-fns';
import { useState } from 'react';
import { smallButtonClass } from '../../ui/button.ts';
import { passFocusOn } from '../../ui/page-change.ts';
import {
  usePushDevices,
  type ListedDevice,
  type PushHere,
  type PushOutcome,
} from './push-devices.ts';
import { faultText } from '../causes.ts';
import { reportFailure } from './push-texts.ts';
import { Section } from './section.tsx';

const HERE: Record<PushHere, string> = {
  on: 'This device is notified. It ends when you sign out here.',
  off: 'This device is not notified.',
  blocked:
    'This browser blocks notifications from this site. Allow them in its settings for this site, and open this page again.',
  unsupported:
    'This browser has no push notifications here. On an iPhone or iPad they need the installed portal: tap Share, then Add to Home Screen, open it from there and come back to this page. On other devices, use another browser.',
};

const NOT_SET_UP =
  'Push notifications are not set up on the server. The person who runs it finds the two steps in docs/production.md.';

/** Notifications of new submissions, on this device and on the administrator's other devices. */
export function Notifications() {
  const { push, turnOn, stop } = usePushDevices();
  const [isBusy, setBusy] = useState(false);
  async function during(work: Promise<PushOutcome>): Promise<void> {
    setBusy(true);
    reportFailure(await work);
    setBusy(false);
  }

  return (
    <Section title="Notifications">
      <p>
        A device can show a notification as soon as a booking, an application or a message arrives,
        also while the portal is closed. It says what arrived, and the day that a booking asks for:
        no names, addresses or texts. The service of the browser&rsquo;s maker that carries it
        cannot read it. Until you stop it or sign out, the server keeps this service&rsquo;s address
        for the browser, and the browser&rsquo;s name.
      </p>
      {push.status === 'failed' && (
        <p role="status">{`Your devices could not be read. ${faultText(push.fault)}`}</p>
      )}
      {push.status === 'read' && (
        <>
          <p role="status">{push.key === null ? NOT_SET_UP : HERE[push.here]}</p>
          {push.key !== null && push.here === 'off' && (
            <button
              ref={passFocusOn}
              type="button"
              className={smallButtonClass('primary')}
              aria-disabled={isBusy}
              onClick={() => !isBusy && push.key !== null && void during(turnOn(push.key))}
            >
              Notify me on this device
            </button>
          )}
          <Devices
            devices={push.devices}
            onStop={(device) => !isBusy && void during(stop(device))}
          />
        </>
      )}
    </Section>
  );
}

interface DevicesProps {
  devices: readonly ListedDevice[];
  onStop: (device: ListedDevice) => void;
}

function Devices({ devices, onStop }: DevicesProps) {
  if (devices.length === 0) return null;
  return (
    <>
      <h3 className="mt-2 font-bold text-heading">Your devices</h3>
      <ul className="grid w-full divide-y divide-line">
        {devices.map((device) => (
          <li key={device.id} className="flex items-center justify-between gap-4 py-2">
            <p className="grid min-w-0 wrap-anywhere">
              <span className="font-semibold text-heading">
                {device.isHere ? `${device.name} (this device)` : device.name}
              </span>
              <span className="text-muted">
                {`since ${format(new Date(device.created_at), 'd MMM yyyy, HH:mm')}`}
              </span>
            </p>
            <button
              ref={passFocusOn}
              type="button"
              className={smallButtonClass('danger')}
              aria-label={`Stop ${device.name}`}
              onClick={() => onStop(device)}
            >
              Stop
            </button>
          </li>
        ))}
      </ul>
      <p>If a device is lost, stop it here, and set a new password.</p>
    </>
  );
}
