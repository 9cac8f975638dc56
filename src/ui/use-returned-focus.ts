import { useRef } from 'react';
import { focusHeading } from './page-change.ts';

/** The nearest surrounding element that can take the focus. */
const placeAround = (part: Element | null) =>
  part?.parentElement?.closest<HTMLElement>('[tabindex="-1"]') ?? null;

function focusPlace(place: HTMLElement | null): void {
  if (place?.isConnected) place.focus({ preventScroll: true });
  else focusHeading();
}

/**
 * The `ref` of a part that disappears by itself, perhaps with the focus in it: the focus goes to
 * the surrounding element, or to the page's heading if that is gone too.
 */
export function passFocusUp(part: HTMLDivElement): () => void {
  return () => {
    // React calls this just before it removes the part.
    if (!part.contains(document.activeElement)) return;
    const place = placeAround(part);
    queueMicrotask(() => focusPlace(place));
  };
}

/**
 * For a dialog's content: on closing, the focus returns to the element that had it, or to the
 * element around it if it is gone.
 */
export function useReturnedFocus() {
  const opener = useRef<Element | null>(null);
  const place = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
      place.current = placeAround(opener.current);
    },
    onCloseAutoFocus: (event: Event) => {
      // The library returns the focus only to its own triggers.
      event.preventDefault();
      if (opener.current instanceof HTMLElement && opener.current.isConnected)
        opener.current.focus();
      // The code that removed it may have moved the focus already.
      else if (document.activeElement === document.body) focusPlace(place.current);
    },
  };
}
