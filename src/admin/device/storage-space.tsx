import type { PersistAnswer } from '../../runtime/portal/use-storage.ts';
import type { DeviceStorage } from '../../runtime/storage.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { Section } from './section.tsx';

interface StorageSpaceProps {
  storage: DeviceStorage;
  answer: PersistAnswer;
  onAsk: () => Promise<void>;
}

/** How much space is used, and whether the browser may clear it. */
export function StorageSpace({ storage: { usage, quota, isPersisted }, answer, onAsk }: StorageSpaceProps) {
  return (
    <Section title="Space">
      <p>
        {usage === null || quota === null
          ? 'This browser does not say how much space is used.'
          : `${formatBytes(usage)} used of the ${formatBytes(quota)} that this browser gives.`}
      </p>
      <p role="status">
        {isPersisted
          ? 'Protected: the browser keeps it even when the device runs out of space.'
          : 'Not protected: when the device runs out of space, the browser may clear it, with what waits to be sent.'}
        {answer === 'refused' && ' The browser did not agree now. It agrees more readily to an installed app.'}
      </p>
      {isPersisted === false && (
        <button type="button" className={smallButtonClass('secondary')} onClick={() => void onAsk()}>
          Protect it
        </button>
      )}
    </Section>
  );
}
