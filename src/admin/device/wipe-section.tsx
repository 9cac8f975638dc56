import { useState } from 'react';
import { countOwnWaiting } from '../../runtime/portal/change-commands.ts';
import { wipeDevice } from '../../runtime/portal/this-device.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { buttonClass } from '../../ui/shell/button.ts';
import { notify } from '../../ui/toast.ts';
import { UnsentDialog } from '../layout/unsent-dialog.tsx';
import { Section } from './section.tsx';

/** Removes the lists from this device and signs out; asks first, also what is to become of the changes that wait. */
export function WipeSection() {
  const [asking, setAsking] = useState<'nothing' | 'wipe' | 'unsent'>('nothing');
  const close = () => setAsking('nothing');
  const ask = async () => setAsking((await countOwnWaiting().catch(() => 0)) > 0 ? 'unsent' : 'wipe');

  return (
    <Section title="Wipe">
      <p>Removes every list from this device and signs you out. What is on the server stays there.</p>
      <button type="button" className={buttonClass('danger')} onClick={() => void ask()}>
        Wipe this device
      </button>
      <ConfirmDialog open={asking === 'wipe'} title="Wipe this device?" confirmLabel="Wipe" onConfirm={() => void wipe()} onClose={close}>
        <p>The lists are removed from this device, and you are signed out. You need a connection to sign in again.</p>
      </ConfirmDialog>
      <UnsentDialog action="wipe" open={asking === 'unsent'} onSettled={() => void wipe()} onClose={close} />
    </Section>
  );
}

async function wipe(): Promise<void> {
  if (await wipeDevice()) void notify.success('Device Wiped', { description: 'The lists are gone from this device, and you are signed out' });
  else void notify.error('Error', { description: 'The lists could not be removed. Clear this site’s data in the settings of your browser.' });
}
