import { createContext, useEffect, useRef, useState, type ReactElement } from 'react';
import { useLocation } from 'react-router-dom';
import { focusHeading } from '../../ui/page-change.ts';
import type { Elements } from '../../ui/elements.ts';

/** Shows a result in the place of the page with its form. */
export const ShowResult = createContext<(result: ReactElement) => void>(() => {});

/** A page with a form. The form's result takes its place until the visitor goes on. */
export function FormPage({ children }: { children: Elements }) {
  const { key } = useLocation();
  const [result, showResult] = useState<ReactElement | null>(null);
  const hasResult = result !== null;
  const hadResult = useRef(hasResult);

  // A link to the form, such as "Book Now", leads away from the result at the same address.
  useEffect(() => () => showResult(null), [key]);
  useEffect(() => {
    if (hadResult.current === hasResult) return;
    hadResult.current = hasResult;
    scrollTo({ top: 0, behavior: 'instant' });
    focusHeading();
  }, [hasResult]);

  return <ShowResult value={showResult}>{result ?? children}</ShowResult>;
}
