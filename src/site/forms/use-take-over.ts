import { startTransition, useContext, useEffect, useState } from 'react';
import { ShowShell } from '../form-shell/deferred-form.tsx';

/**
 * For what takes the place of a shell: false while it starts, which draws nothing, and true from the moment when it is drawn and the shell goes.
 * A form library draws a form that starts a second time, at once: in one task with all its fields, that would keep a slow phone from answering.
 */
export function useTakeOver(): boolean {
  const showShell = useContext(ShowShell);
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(
    () =>
      startTransition(() => {
        setIsDrawn(true);
        showShell(false);
      }),
    [showShell],
  );
  return isDrawn;
}
