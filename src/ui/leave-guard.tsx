import { useEffect, useRef, useState } from 'react';
import { leaveBack, useBackCloses } from './back-closes.ts';
import { ConfirmDialog } from './dialog.tsx';

let ask: ((leave: () => void) => void) | null = null;

/** Leaves the page by `leave`, after asking where something would be lost. */
export function leavePage(leave: () => void): void {
  if (ask) ask(leave);
  else leave();
}

/**
 * Asks before the page is left by Back, by a link, by `leavePage` or by the browser while something
 * on it is stored nowhere (`isUnkept`).
 */
export function LeaveGuard({ isUnkept }: { isUnkept: boolean }) {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const isLeaving = useRef(false);
  const askFirst = (go: () => void) => {
    if (!isLeaving.current) setLeave(() => go);
  };
  useBackCloses(isUnkept, () => askFirst(leaveBack), true);

  useEffect(() => {
    if (!isUnkept) return;
    isLeaving.current = false;
    const question = (go: () => void) => setLeave(() => go);
    ask = question;
    const onClick = (event: MouseEvent) => {
      const link = leavingLink(event);
      if (!link || isLeaving.current) return;
      event.preventDefault();
      event.stopPropagation();
      question(() => link.click());
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving.current) event.preventDefault();
    };
    document.addEventListener('click', onClick, { capture: true });
    addEventListener('beforeunload', onUnload);
    return () => {
      if (ask === question) ask = null;
      document.removeEventListener('click', onClick, { capture: true });
      removeEventListener('beforeunload', onUnload);
    };
  }, [isUnkept]);

  return (
    <ConfirmDialog
      open={leave !== null}
      title="Leave this page?"
      confirmLabel="Leave"
      onConfirm={() => {
        isLeaving.current = true;
        leave?.();
      }}
      onClose={() => setLeave(null)}
    >
      <p>Your changes on this page are not saved yet. If you leave, they are lost.</p>
    </ConfirmDialog>
  );
}

/** The link that a click opens in place of this page; null for any other click. */
function leavingLink(event: MouseEvent): HTMLAnchorElement | null {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return null;
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link?.href || link.target === '_blank' || link.hasAttribute('download')) return null;
  return link.origin === location.origin && link.pathname !== location.pathname ? link : null;
}
