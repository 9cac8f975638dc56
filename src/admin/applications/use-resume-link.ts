import { useEffect, useRef, useState } from 'react';
import { signResumeLink, type ResumeLink } from '../../runtime/portal/resume-link.ts';
import { useSyncState } from '../../runtime/portal/sync-state.ts';

/** The links live for an hour. */
const RENEW_MS = 50 * 60_000;
const CHECK_MS = 60_000;

type Link = { status: 'making' } | ({ status: 'made' } & ResumeLink) | { status: 'unavailable' };

/** A download link for a file, made when it comes on the screen and renewed while it stays there. It is kept nowhere else. */
export function useResumeLink(path: string, onScreen: boolean): Link {
  const { isOffline } = useSyncState();
  const [link, setLink] = useState<Link>({ status: 'making' });
  const madeAt = useRef(0);

  useEffect(() => {
    if (!onScreen || isOffline) return;
    let left = false;
    const renew = async () => {
      if (Date.now() - madeAt.current < RENEW_MS) return;
      const signed = await signResumeLink(path);
      if (left) return;
      if (signed) madeAt.current = Date.now();
      setLink(signed ? { status: 'made', ...signed } : { status: 'unavailable' });
    };
    void renew();
    // The device may sleep over a single long timer.
    const timer = setInterval(() => void renew(), CHECK_MS);
    return () => {
      left = true;
      clearInterval(timer);
    };
  }, [path, onScreen, isOffline]);

  return isOffline ? { status: 'unavailable' } : link;
}
