import { acknowledgeLoss } from '../../runtime/install-id.ts';
import { useLoss } from '../../runtime/use-loss.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { Notice } from '../../ui/notice.tsx';
import { PhoneLink } from '../forms/phone-link.tsx';

/** Tells when the browser threw away what this device kept. */
export function LossNotice() {
  if (!useLoss()) return null;
  return (
    <Notice tone="warning" title="This browser's storage was cleared">
      <p>
        Requests that were waiting on this device may be lost. If you are unsure, call <PhoneLink />.
      </p>
      <button type="button" className={smallButtonClass('secondary')} onClick={() => void acknowledgeLoss()}>
        Dismiss
      </button>
    </Notice>
  );
}
