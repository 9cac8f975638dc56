import { useEffect, useState } from 'react';
import { signResumeLink } from '../../runtime/portal/resume-link.ts';
import { useSyncState } from '../../runtime/portal/sync-state.ts';

/** The links live for an hour. */
const RENEW_MS = 50 * 60_000;
const CHECK_MS = 60_000;

type Link = { status: 'making' } | { status: 'made'; url: string } | { status: 'unavailable' };

/** A download link for a file that is on the screen, renewed while it stays there. It is kept nowhere else. */
export function useResumeLink(path: string, onScreen: boolean): Link {
  const { isOffline } = useSyncState();
  const [link, setLink] = useState<Link>({ status: 'making' });

  useEffect(() => {
    if (!onScreen || isOffline) return;
    let left = false;
    let madeAt = 0;
    const renew = async () => {
      // The device may have slept over any longer timer.
      if (Date.now() - madeAt < RENEW_MS) return;
      madeAt = Date.now();
      const url = await signResumeLink(path);
      if (!left) setLink(url === null ? { status: 'unavailable' } : { status: 'made', url });
    };
    void renew();
    const timer = setInterval(() => void renew(), CHECK_MS);
    return () => {
      left = true;
      clearInterval(timer);
    };
  }, [path, onScreen, isOffline]);

  return isOffline ? { status: 'unavailable' } : link;
}
