import { acknowledgeLoss, useLoss } from '../../runtime/app/install-id.ts';
import { smallButtonClass } from '../../ui/shell/button.ts';
import { Notice } from '../../ui/shell/notice.tsx';

/** Tells staff when the browser threw away what this device kept. */
export function StorageLoss() {
  if (!useLoss()) return null;
  return (
    <Notice tone="warning" title="This browser’s storage was cleared">
      <p>Changes that were waiting on this device may be lost. Look through the lists for what you last added or deleted here.</p>
      <button type="button" className={smallButtonClass('secondary')} onClick={() => void acknowledgeLoss()}>
        Dismiss
      </button>
    </Notice>
  );
}
