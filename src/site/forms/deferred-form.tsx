import {
  createContext,
  lazy,
  useContext,
  useDeferredValue,
  useEffect,
  useState,
  type ComponentType,
} from 'react';
import { loadOutbox } from '../../runtime/load-outbox.ts';
import { buttonClass } from '../../ui/button.ts';
import { Notice } from '../../ui/notice.tsx';
import { PhoneLink } from './form-shell.tsx';
import type { Elements } from '../../ui/elements.ts';

/** A form whose code loads after the page. Where it can't be loaded, the person reads how to go on. */
export const deferredForm = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) =>
  lazy(() =>
    loadOutbox()
      .then(load)
      .catch((error: unknown) => {
        console.warn('The form could not be loaded:', error);
        return { default: FormNotLoaded };
      }),
  );

/** Says whether the shell is shown. */
export const ShowShell = createContext<(isShown: boolean) => void>(() => {});

/**
 * Shows the form's shell until its code is there, which the page does not wait for, and it takes over: also in the page as it was
 * written at build.
 */
export function DeferredForm({ shell, children }: { shell: Elements; children: Elements }) {
  const isPageThere = useDeferredValue(true, false);
  const [isShell, showShell] = useState(true);
  return (
    <ShowShell value={showShell}>
      {isShell && shell}
      {isPageThere && children}
    </ShowShell>
  );
}

function FormNotLoaded() {
  const showShell = useContext(ShowShell);
  useEffect(() => showShell(false), [showShell]);
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
