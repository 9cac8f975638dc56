import { useState } from 'react';
import { countOwnWaiting } from '../send-entries.ts';
import { useDeviceLists, useStorage, wipeDevice } from './this-device.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { buttonClass } from '../../ui/button.ts';
import { notify } from '../../ui/toast.ts';
import { UnsentDialog } from '../layout/unsent-dialog.tsx';
import { ListHeader } from '../list/list-body.tsx';
import { BrowserErrors } from './browser-errors.tsx';
import { CachedFiles, StoredDataList, StoredLists, StorageSpace } from './stored-here.tsx';
import { Notifications } from './notifications.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Section } from './section.tsx';
import { StorageLoss } from './storage-loss.tsx';

/**
 * How to install the portal where no button is offered. A window cannot tell which of the two apps
 * it belongs to, so this is always shown.
 */
function InstallHelp() {
  return (
    <Section title="Install">
      <p>Installed, the portal has an icon on the home screen and a window of its own.</p>
      <ul className="grid list-disc gap-2 pl-5">
        <li>
          On a computer or an Android phone, press Install this app beside your account. If there is
          no such button, choose Install, or Add to Home screen, in the browser&rsquo;s menu.
        </li>
        <li>On an iPhone or iPad, tap Share, then Add to Home Screen.</li>
        <li>
          If the browser only offers to open the website&rsquo;s app, the website is already
          installed and the browser treats the portal as part of it. Remove the website&rsquo;s app,
          install the portal, and then the website again: in this order both are kept. Do not let
          the browser delete the website&rsquo;s data along with the app: what waits to be sent
          would be lost.
        </li>
      </ul>
    </Section>
  );
}

/**
 * Removes the lists from this device and signs out, after asking, also about the waiting changes.
 */
function WipeSection() {
  const [asking, setAsking] = useState<'nothing' | 'wipe' | 'unsent'>('nothing');
  const close = () => setAsking('nothing');
  const ask = async () =>
    setAsking((await countOwnWaiting().catch(() => 0)) > 0 ? 'unsent' : 'wipe');

  return (
    <Section title="Wipe">
      <p>
        Removes every list from this device and signs you out. What is on the server stays there.
      </p>
      <button type="button" className={buttonClass('danger')} onClick={() => void ask()}>
        Wipe this device
      </button>
      <ConfirmDialog
        open={asking === 'wipe'}
        title="Wipe this device?"
        confirmLabel="Wipe"
        onConfirm={() => void wipe()}
        onClose={close}
      >
        <p>
          The lists are removed from this device, and you are signed out. You need a connection to
          sign in again.
        </p>
      </ConfirmDialog>
      <UnsentDialog
        action="wipe"
        open={asking === 'unsent'}
        onSettled={() => void wipe()}
        onClose={close}
      />
    </Section>
  );
}

async function wipe(): Promise<void> {
  if (await wipeDevice())
    void notify.success('Device Wiped', {
      description: 'The lists are gone from this device, and you are signed out',
    });
  else
    void notify.error('Error', {
      description:
        'The lists could not be removed. Clear this site’s data in the settings of your browser.',
    });
}

export default function DevicePage() {
  const stored = useDeviceLists();
  const { storage, answer, ask } = useStorage();
  return (
    <div className="grid gap-6">
      <ListHeader
        title="About this device"
        subtitle="What this browser keeps of the portal and of the website"
      />
      <StorageLoss />
      {stored && <StoredLists stored={stored} />}
      {storage && (
        <>
          <StorageSpace storage={storage} answer={answer} onAsk={ask} />
          <CachedFiles caches={storage.caches} />
        </>
      )}
      <StoredDataList />
      <Notifications />
      <SecondFactor />
      <BrowserErrors />
      <InstallHelp />
      <WipeSection />
    </div>
  );
}
