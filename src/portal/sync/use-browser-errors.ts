import { useEffect, useState } from 'react';
import type { BrowserError } from '../../core/server/admin-backend.ts';
import { adminBackend } from '../../runtime/auth/portal-server.ts';

/** Errors reported by browsers; `unread` if the server did not answer, null before its answer. */
export function useBrowserErrors(): readonly BrowserError[] | 'unread' | null {
  const [errors, setErrors] = useState<readonly BrowserError[] | 'unread' | null>(null);
  useEffect(() => {
    let isShown = true;
    void adminBackend.readBrowserErrors().then((answer) => {
      if (isShown) setErrors(answer.outcome === 'answered' ? answer.value : 'unread');
    });
    return () => {
      isShown = false;
    };
  }, []);
  return errors;
}
