import { acknowledgeLoss, useLoss } from '../../runtime/install-id.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { Notice } from '../../ui/notice.tsx';
import { focusHeading } from '../../ui/page-change.ts';

async function dismiss(): Promise<void> {
  await acknowledgeLoss();
  // The focused button is removed.
  focusHeading();
}

/** Says that the browser deleted this device's stored data. */
export function StorageLoss() {
  if (!useLoss()) return null;
  return (
    <Notice tone="warning" title="This browser’s storage was cleared">
      <p>
        Changes that were waiting on this device may be lost. Look through the lists for what you
        last added or deleted here.
      </p>
      <button
        type="button"
        className={smallButtonClass('secondary')}
        onClick={() => void dismiss()}
      >
        Dismiss
      </button>
    </Notice>
  );
}
