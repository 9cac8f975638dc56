import { useKeptLists, useStorage } from '../../runtime/portal/this-device.ts';
import { ListHeader } from '../list/list-body.tsx';
import { KeptFiles, KeptLists, StorageSpace } from './kept-here.tsx';
import { Section } from './section.tsx';
import { StorageLoss } from './storage-loss.tsx';
import { WipeSection } from './wipe-section.tsx';

/** How the portal is installed where no button is offered. It can't be told which of the two apps this window belongs to, so it always stands there. */
function InstallHelp() {
  return (
    <Section title="Install">
      <p>Installed, the portal has an icon on the home screen and a window of its own.</p>
      <ul className="grid list-disc gap-2 pl-5">
        <li>
          On a computer or an Android phone, press Install this app beside your account. If there is no such button, choose
          Install, or Add to Home screen, in the browser&rsquo;s menu.
        </li>
        <li>On an iPhone or iPad, tap Share, then Add to Home Screen.</li>
        <li>
          If the browser offers nothing but to open the website&rsquo;s app, the website is installed already, and the browser
          takes the portal for a part of it. Remove the website&rsquo;s app, install the portal, and then the website again: in
          this order both are kept. Do not let the browser delete the website&rsquo;s data along with the app: what waits to be
          sent would be lost.
        </li>
      </ul>
    </Section>
  );
}

export default function DevicePage() {
  const kept = useKeptLists();
  const { storage, answer, ask } = useStorage();
  return (
    <div className="grid gap-6">
      <ListHeader title="About this device" subtitle="What this browser keeps of the portal and of the website" />
      <StorageLoss />
      {kept && <KeptLists kept={kept} />}
      {storage && (
        <>
          <StorageSpace storage={storage} answer={answer} onAsk={ask} />
          <KeptFiles caches={storage.caches} />
        </>
      )}
      <InstallHelp />
      <WipeSection />
    </div>
  );
}
