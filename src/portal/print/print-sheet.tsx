import { useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Elements } from '../../ui/elements.ts';

/** A sheet that is only printed, in place of the page. */
export const PrintSheet = ({ children }: { children: Elements }) =>
  createPortal(<div className="print-sheet">{children}</div>, document.body);

/**
 * Closes a sheet at the next use of the page, because phones still print after `print` has
 * returned.
 */
export function useClosedSheet(isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const used = new AbortController();
    for (const act of ['pointerdown', 'keydown'])
      addEventListener(act, close, { signal: used.signal });
    return () => used.abort();
  }, [isOpen, close]);
}

interface Printing {
  /** Has to be rendered by the caller. */
  sheet: Elements;
  /** Prints this content in place of the page. */
  print: (content: Elements) => void;
}

export function usePrint(): Printing {
  const [content, setContent] = useState<Elements>(null);
  useEffect(() => {
    if (content !== null) print();
  }, [content]);
  const close = useCallback(() => setContent(null), []);
  useClosedSheet(content !== null, close);
  return {
    sheet: content !== null && <PrintSheet>{content}</PrintSheet>,
    print: setContent,
  };
}
