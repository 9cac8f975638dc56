import { useKeptLists } from '../../runtime/portal/use-kept-lists.ts';
import { useStorage } from '../../runtime/portal/use-storage.ts';
import { ListHeader } from '../list/list-header.tsx';
import { InstallHelp } from './install-help.tsx';
import { KeptFiles } from './kept-files.tsx';
import { KeptLists } from './kept-lists.tsx';
import { LossNotice } from './loss-notice.tsx';
import { StorageSpace } from './storage-space.tsx';
import { WipeDevice } from './wipe-device.tsx';

export default function DevicePage() {
  const kept = useKeptLists();
  const { storage, answer, ask } = useStorage();
  return (
    <div className="grid gap-6">
      <ListHeader title="About this device" subtitle="What this browser keeps of the portal and of the website" />
      <LossNotice />
      {kept && <KeptLists kept={kept} />}
      {storage && (
        <>
          <StorageSpace storage={storage} answer={answer} onAsk={ask} />
          <KeptFiles caches={storage.caches} />
        </>
      )}
      <InstallHelp />
      <WipeDevice />
    </div>
  );
}
