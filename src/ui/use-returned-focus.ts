import { useRef } from 'react';

/** For a dialog's content: when it closes, the focus goes back to where it was. */
export function useReturnedFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      // On its own, the library gives the focus back to a trigger of its own making only.
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
