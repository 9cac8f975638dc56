import { useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

const PAUSE_MS = 500;

/**
 * Calls `save` half a second after the last key in a form, and at once when the form or the page is
 * left meanwhile. `onTyping` is called for each key.
 */
export function useAutosave<Values extends FieldValues, Output>(
  { subscribe }: Pick<UseFormReturn<Values, unknown, Output>, 'subscribe'>,
  save: () => void,
  onTyping: () => void = () => undefined,
): void {
  const latest = useRef({ save, onTyping });
  useEffect(() => {
    latest.current = { save, onTyping };
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const saveNow = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      latest.current.save();
    };
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        // Without a name it is a reset, not typing, so a draft's age stays.
        if (name === undefined) return;
        clearTimeout(timer);
        latest.current.onTyping();
        timer = setTimeout(saveNow, PAUSE_MS);
      },
    });
    // Before the next document is fetched: a page that is being replaced may write no more.
    addEventListener('beforeunload', saveNow);
    addEventListener('pagehide', saveNow);
    document.addEventListener('visibilitychange', saveNow);
    return () => {
      saveNow();
      unsubscribe();
      removeEventListener('beforeunload', saveNow);
      removeEventListener('pagehide', saveNow);
      document.removeEventListener('visibilitychange', saveNow);
    };
  }, [subscribe]);
}
