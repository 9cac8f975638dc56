import { acknowledgeLoss } from '../../runtime/install-id.ts';
import { useLoss } from '../../runtime/use-loss.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { Notice } from '../../ui/notice.tsx';

/** Tells staff when the browser threw away what this device kept. */
export function LossNotice() {
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
