import { createContext, use, useState } from 'react';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import type { CrewDevice } from '../../core/server/team-backend.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { passFocusOn } from '../../ui/page-change.ts';
import { notify } from '../../ui/toast.ts';
import { faultText } from '../causes.ts';
import { formatInLondon } from '../format-in-london.ts';
import { endDevice, MAX_CREW_DEVICES, type CrewDevices } from './crew-devices.ts';
import { CodeDialog } from './code-dialog.tsx';

/** The devices of the team, and a function that reads them again. */
export const DevicesContext = createContext<{ state: CrewDevices; again: () => Promise<void> }>({
  state: { status: 'loading' },
  again: async () => undefined,
});

const seenText = ({ seen_at: seenAt }: CrewDevice) =>
  seenAt === null ? 'not used yet' : `last used ${formatInLondon(seenAt, 'EEE d MMM, HH:mm')}`;

/** A person's phones, each with a command that ends its key, and a code for another one. */
export function PersonDevices({ person }: { person: ReplicaRow<'crew'> }) {
  const { state, again } = use(DevicesContext);
  const [isCoding, setCoding] = useState(false);
  const [ending, setEnding] = useState<string | null>(null);
  const devices =
    state.status === 'read' ? state.devices.filter(({ crew_id: of }) => of === person.id) : [];
  const isFull = devices.length >= MAX_CREW_DEVICES;

  const end = async ({ id, name }: CrewDevice) => {
    setEnding(id);
    const fault = await endDevice(id);
    await again();
    setEnding(null);
    if (fault) void notify.error('Error', { description: faultText(fault) });
    else void notify.success('Success', { description: `${name} of ${person.name} was ended` });
  };

  return (
    <div className="grid content-start justify-items-start gap-2 wide:gap-1">
      {devices.length > 0 && (
        <ul className="grid w-full divide-y divide-line" aria-label={`Phones of ${person.name}`}>
          {devices.map((device) => (
            <li key={device.id} className="flex items-center justify-between gap-4 py-2">
              <p className="grid min-w-0 wrap-anywhere">
                <span className="font-semibold text-heading">{device.name}</span>
                <span className="text-sm text-muted">{seenText(device)}</span>
              </p>
              <button
                ref={passFocusOn}
                type="button"
                aria-disabled={ending !== null}
                aria-label={`End ${device.name} of ${person.name}`}
                className={smallButtonClass('danger')}
                onClick={() => ending ?? void end(device)}
              >
                End
              </button>
            </li>
          ))}
        </ul>
      )}
      {state.status === 'read' && devices.length === 0 && (
        <p className="text-sm text-muted">No phone shows their jobs yet.</p>
      )}
      {isFull ? (
        <p className="text-sm text-muted">{`${MAX_CREW_DEVICES} phones at most: end one for another.`}</p>
      ) : (
        <button
          type="button"
          aria-label={`Show a code for ${person.name}`}
          className={smallButtonClass('secondary')}
          onClick={() => setCoding(true)}
        >
          <Icon name="key" className="size-4" />
          <span>Show a code</span>
        </button>
      )}
      {isCoding && (
        <CodeDialog
          person={person}
          onClose={() => {
            setCoding(false);
            void again();
          }}
        />
      )}
    </div>
  );
}
