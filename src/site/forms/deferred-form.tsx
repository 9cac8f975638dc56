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

/**
 * A form whose code loads after the page. If the code cannot be loaded, a text says how to go on.
 */
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

/** Called with whether the shell is shown. */
export const ShowShell = createContext<(isShown: boolean) => void>(() => {});

/**
 * Shows the form's shell until the form's code has loaded; the page does not wait for it. The
 * prerendered page shows the shell too.
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
