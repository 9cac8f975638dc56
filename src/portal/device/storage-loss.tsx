import { acknowledgeLoss, useLoss } from '../../runtime/install-id.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { Notice } from '../../ui/notice.tsx';
import { focusHeading } from '../../ui/page-change.ts';

async function dismiss(): Promise<void> {
  await acknowledgeLoss();
  // The button that had the focus is gone.
  focusHeading();
}

/** Tells staff when the browser threw away what this device kept. */
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
