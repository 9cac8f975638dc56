import { createContext, lazy, startTransition, useContext, useDeferredValue, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { loadOutbox } from '../../runtime/shell/load-outbox.ts';
import { buttonClass } from '../../ui/shell/button.ts';
import { Notice } from '../../ui/shell/notice.tsx';
import { PhoneLink } from './form-shell.tsx';

/** A form whose code loads after the page. Where it can't be loaded, the person reads how to go on. */
export const deferredForm = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() =>
    loadOutbox().then(load).catch((error: unknown) => {
      console.warn('The form could not be loaded:', error);
      return { default: FormNotLoaded };
    }),
  );

/** Takes the shell away. */
const TakeOver = createContext(() => {});

/**
 * Shows the form's shell until its code is there, which the page does not wait for, and it takes over: also in the page as it was
 * written at build.
 */
export function DeferredForm({ shell, children }: { shell: ReactNode; children: ReactNode }) {
  const isPageThere = useDeferredValue(true, false);
  const [isShell, setIsShell] = useState(true);
  const [takeOver] = useState(() => () => setIsShell(false));
  return (
    <TakeOver value={takeOver}>
      {isShell && shell}
      {isPageThere && children}
    </TakeOver>
  );
}

/**
 * For what takes the place of a shell: false while it starts, which draws nothing, and true from the moment when it is drawn and the shell goes.
 * A form library draws a form that starts a second time, at once: in one task with all its fields, that would keep a slow phone from answering.
 */
export function useTakeOver(): boolean {
  const takeOver = useContext(TakeOver);
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(
    () =>
      startTransition(() => {
        setIsDrawn(true);
        takeOver();
      }),
    [takeOver],
  );
  return isDrawn;
}

function FormNotLoaded() {
  if (!useTakeOver()) return null;
  return (
    <Notice tone="warning" title="The form could not be loaded">
      <p>
        Check your connection and reload the page, or call us: <PhoneLink />
      </p>
      <button type="button" className={buttonClass('secondary')} onClick={() => location.reload()}>
        Reload the page
      </button>
    </Notice>
  );
}
