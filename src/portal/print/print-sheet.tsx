import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Elements } from '../../ui/elements.ts';

interface Printing {
  /** Has to be drawn somewhere. */
  sheet: Elements;
  /** Prints this in place of the page. */
  print: (content: Elements) => void;
}

/** Prints a sheet that no screen shows. */
export function usePrint(): Printing {
  const [content, setContent] = useState<Elements>(null);
  useEffect(() => {
    if (content === null) return;
    window.print();
    // Phones go on printing after this has returned, so the sheet stays until somebody uses the page again.
    const used = new AbortController();
    for (const act of ['pointerdown', 'keydown'])
      addEventListener(act, () => setContent(null), { signal: used.signal });
    return () => used.abort();
  }, [content]);
  return {
    sheet:
      content !== null && createPortal(<div className="print-sheet">{content}</div>, document.body),
    print: setContent,
  };
}
