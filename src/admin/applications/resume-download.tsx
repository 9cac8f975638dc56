import { useEffect, useRef, useState } from 'react';
import { onReturn } from '../../runtime/app/listeners.ts';
import { signResumeLink, type ResumeLink } from '../../runtime/portal/portal-server.ts';
import { useOffline } from '../../runtime/portal/sync.ts';
import { smallButtonClass } from '../../ui/shell/button.ts';
import { Icon } from '../../ui/shell/icon.tsx';

/** Whether an element is on the screen, or nearly. */
function useOnScreen<T extends Element>() {
  const ref = useRef<T>(null);
  const [onScreen, setOnScreen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([seen]) => setOnScreen(seen?.isIntersecting ?? false),
      { rootMargin: '200px' },
    );
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, onScreen };
}

/** The links live for an hour. */
const LIFE_MS = 60 * 60_000;
const RENEW_MS = 50 * 60_000;
const CHECK_MS = 60_000;

type Link = { status: 'making' } | ({ status: 'made' } & ResumeLink) | { status: 'unavailable' };

/** A download link for a file, made when it comes on the screen and renewed while it stays there. It is kept nowhere else. */
function useResumeLink(path: string, onScreen: boolean): Link {
  const isOffline = useOffline();
  const [link, setLink] = useState<Link>({ status: 'making' });
  const madeAt = useRef(0);

  useEffect(() => {
    if (!onScreen || isOffline) return;
    let left = false;
    const renew = async () => {
      const age = Date.now() - madeAt.current;
      // Below nought the clock was set back, and the age is not known.
      if (age >= 0 && age < RENEW_MS) return;
      if (age < 0 || age >= LIFE_MS) setLink({ status: 'making' });
      const signed = await signResumeLink(path);
      if (left) return;
      if (signed) madeAt.current = Date.now();
      setLink(signed ? { status: 'made', ...signed } : { status: 'unavailable' });
    };
    void renew();
    // The device may sleep over a single long timer, and is used again before this one comes round.
    const timer = setInterval(() => void renew(), CHECK_MS);
    const stop = onReturn(() => void renew());
    return () => {
      left = true;
      clearInterval(timer);
      stop();
    };
  }, [path, onScreen, isOffline]);

  return isOffline ? { status: 'unavailable' } : link;
}

interface ResumeDownloadProps {
  path: string;
  /** Whose it is. */
  name: string;
}

/** Downloads a résumé in a new tab; without a connection or without a link it says that it can't. */
export function ResumeDownload({ path, name }: ResumeDownloadProps) {
  const { ref, onScreen } = useOnScreen<HTMLDivElement>();
  const link = useResumeLink(path, onScreen);
  return (
    <div ref={ref} className="grid justify-items-start gap-2">
      {link.status === 'made' ? (
        <a
          href={link.url}
          target="_blank"
          rel="noopener noreferrer"
          download
          aria-label={`Download Resume for ${name}`}
          className={smallButtonClass('primary')}
        >
          <Icon name="download" />
          Download Resume
        </a>
      ) : (
        <button type="button" disabled className={`${smallButtonClass('secondary')} opacity-70`}>
          {link.status === 'making' ? 'Download Resume' : 'Download Unavailable'}
        </button>
      )}
      {link.status === 'made' && link.isSuspicious && (
        <p className="flex items-center gap-2 font-semibold text-danger">
          <Icon name="alert" />
          Unsafe to open: this file is not the type its name suggests.
        </p>
      )}
    </div>
  );
}
