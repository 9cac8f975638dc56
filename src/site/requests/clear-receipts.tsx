import { useState } from 'react';
import { clearReceipts } from '../../runtime/actions.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { focusHeading } from '../../ui/use-heading-focus.ts';
import { attempt } from './attempt.ts';

async function clear(): Promise<void> {
  await clearReceipts();
  // The button that had the focus is gone.
  focusHeading();
}

/** Forgets the sent requests on this device, after asking. */
export function ClearReceipts() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className={smallButtonClass('secondary')} onClick={() => setAsking(true)}>
        Clear sent requests
      </button>
      <ConfirmDialog
        open={asking}
        title="Clear sent requests?"
        confirmLabel="Clear"
        onConfirm={() => void attempt(clear)}
        onClose={() => setAsking(false)}
      >
        <p>
          Their references will be removed from this device. What you sent stays with us, and requests that still wait here are not
          touched.
        </p>
      </ConfirmDialog>
    </>
  );
}
