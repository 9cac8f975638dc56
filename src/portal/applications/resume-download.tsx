import { useEffect, useRef, useState, type MouseEvent } from 'react';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { download } from '../../runtime/download.ts';
import { onReturn } from '../../runtime/listeners.ts';
import { signResumeLink, type ResumeLink } from '../../runtime/auth/portal-server.ts';
import { readResume } from './fetch-resume.ts';
import { noteDownload, useDownloadedToday } from './downloads.ts';
import { useOffline } from '../sync/sync.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { notify } from '../../ui/toast.ts';
import { CAUSES } from '../causes.ts';
import { PLACE_PARAM, placeOf } from '../list/list-address.ts';
import { useOnScreen } from '../list/use-on-screen.ts';
import { resumeFileName } from './resume-name.ts';

/** The links live for an hour. */
const LIFE_MS = 60 * 60_000;
const RENEW_MS = 50 * 60_000;
const CHECK_MS = 60_000;

type Application = Pick<ReplicaRow<'job_applications'>, 'id' | 'name' | 'resume_path'>;

type Link =
  | { status: 'making' }
  | ({ status: 'made' } & ResumeLink)
  | { status: 'unavailable'; reason: string };

const NEEDS_CONNECTION = 'Needs a connection.';
const GONE = 'Its file may have been deleted.';
const NO_LINK = 'The server gave no link to it.';

/**
 * A download link for a file, made when it comes on the screen and renewed while it stays there. It
 * is stored nowhere else.
 */
function useResumeLink(path: string, onScreen: boolean) {
  const isOffline = useOffline();
  const [link, setLink] = useState<Link>({ status: 'making' });
  const madeAt = useRef(0);

  useEffect(() => {
    if (!onScreen || isOffline) return;
    let left = false;
    const renew = async () => {
      const age = Date.now() - madeAt.current;
      // Below zero the clock was set back, so the age is unknown.
      if (age >= 0 && age < RENEW_MS) return;
      if (age < 0 || age >= LIFE_MS) setLink({ status: 'making' });
      const signed = await signResumeLink(path);
      if (left) return;
      if (signed) madeAt.current = Date.now();
      setLink(signed ? { status: 'made', ...signed } : { status: 'unavailable', reason: NO_LINK });
    };
    void renew();
    // Short repeated timers: a device may sleep through a single long one.
    const timer = setInterval(() => void renew(), CHECK_MS);
    const stop = onReturn(() => void renew());
    return () => {
      left = true;
      clearInterval(timer);
      stop();
    };
  }, [path, onScreen, isOffline]);

  const shown: Link = isOffline ? { status: 'unavailable', reason: NEEDS_CONNECTION } : link;
  return { link: shown, giveUp: () => setLink({ status: 'unavailable', reason: GONE }) };
}

const FAILED = 'The resume could not be downloaded.';

/**
 * Downloads a file by its link. `share`: the received part, 0 to 1; null while nothing is
 * downloading.
 */
function useSaving({ id, name, resume_path }: Application, onGone: () => void) {
  const [state, setState] = useState<{ share: number | null } | null>(null);
  const save = async (url: string) => {
    setState({ share: null });
    const result = await readResume(resume_path, url, (share) => setState({ share }));
    setState(null);
    if (result.outcome === 'read') {
      download(result.file, resumeFileName({ id, name, resume_path }));
      return noteDownload(id);
    }
    const isGone = result.outcome === 'unavailable';
    if (isGone) onGone();
    const description = `${FAILED} ${isGone ? GONE : CAUSES[result.reason]}`;
    void notify.error('Error', { id: `resume-${id}`, description });
  };
  return { state, save };
}

interface SaveLinkProps {
  row: Application;
  url: string;
  onGone: () => void;
}

/**
 * Saves a résumé. The link's `href` is the application's record, not the file: a browser that
 * opened the file itself could keep it on disk.
 */
function SaveLink({ row, url, onGone }: SaveLinkProps) {
  const { state, save } = useSaving(row, onGone);
  const press = (event: MouseEvent) => {
    event.preventDefault();
    if (!state) void save(url);
  };
  return (
    <a
      href={`/admin/applications?${PLACE_PARAM}=${placeOf(row.id)}`}
      aria-label={state ? undefined : `Download Resume for ${row.name}`}
      aria-busy={state !== null}
      className={smallButtonClass('primary')}
      onClick={press}
      onAuxClick={(event) => event.button === 1 && press(event)}
    >
      <Icon name="download" />
      <span className="tabular-nums">
        {state ? `Downloading...${percent(state.share)}` : 'Download Resume'}
      </span>
    </a>
  );
}

const percent = (share: number | null) => (share === null ? '' : ` ${Math.floor(share * 100)}%`);

/** Why a résumé cannot be downloaded now, and where it is if it was downloaded here today. */
function UnavailableReason({ row, reason }: { row: Application; reason: string }) {
  const isHere = useDownloadedToday(row.id);
  return (
    <p className="max-w-72 text-sm text-muted">
      <span>{reason}</span>
      {isHere && (
        <span>{` You downloaded it today: open “${resumeFileName(row)}” in this device’s Downloads.`}</span>
      )}
    </p>
  );
}

/** Downloads a résumé; without a connection or a link it says why it cannot. */
export function ResumeDownload({ row }: { row: Application }) {
  const { ref, onScreen } = useOnScreen<HTMLDivElement>();
  const { link, giveUp } = useResumeLink(row.resume_path, onScreen);
  return (
    <div ref={ref} className="grid content-start justify-items-start gap-2">
      {link.status === 'made' ? (
        <SaveLink row={row} url={link.url} onGone={giveUp} />
      ) : (
        <button type="button" disabled className={`${smallButtonClass('secondary')} opacity-70`}>
          {link.status === 'making' ? 'Download Resume' : 'Download Unavailable'}
        </button>
      )}
      {link.status === 'unavailable' && <UnavailableReason row={row} reason={link.reason} />}
      {link.status === 'made' && link.isSuspicious && (
        <p className="flex items-center gap-2 font-semibold text-danger">
          <Icon name="alert" />
          Unsafe to open: this file is not the type its name suggests.
        </p>
      )}
    </div>
  );
}
