import { useRef } from 'react';
import { focusHeading } from './page-change.ts';

/** What is around something and can have the focus in its place. */
const placeAround = (part: Element | null) =>
  part?.parentElement?.closest<HTMLElement>('[tabindex="-1"]') ?? null;

function focusPlace(place: HTMLElement | null): void {
  if (place?.isConnected) place.focus({ preventScroll: true });
  else focusHeading();
}

/**
 * The `ref` of what goes by itself, perhaps while the focus is in it: that is then on what is around it, or on the page's heading
 * where that is gone as well.
 */
export function passFocusUp(part: HTMLDivElement): () => void {
  return () => {
    // React tells just before it takes the part out.
    if (!part.contains(document.activeElement)) return;
    const place = placeAround(part);
    queueMicrotask(() => focusPlace(place));
  };
}

/** For a dialog's content: when it closes, the focus goes back to where it was, or to what was around that where it is gone. */
export function useReturnedFocus() {
  const opener = useRef<Element | null>(null);
  const place = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
      place.current = placeAround(opener.current);
    },
    onCloseAutoFocus: (event: Event) => {
      // On its own, the library gives the focus back to a trigger of its own making only.
      event.preventDefault();
      if (opener.current instanceof HTMLElement && opener.current.isConnected)
        opener.current.focus();
      // Whoever took it away may have led the focus on.
      else if (document.activeElement === document.body) focusPlace(place.current);
    },
  };
}
