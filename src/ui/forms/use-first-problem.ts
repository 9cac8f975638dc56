import { useEffect, useRef, type RefObject } from 'react';

/** For a form: leads to its first field that is marked as wrong, each time it was tried to be sent. */
export function useFirstProblem(submitCount: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);
  return form;
}
