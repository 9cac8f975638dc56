import { smallButtonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { useOnScreen } from './use-on-screen.ts';
import { useResumeLink } from './use-resume-link.ts';

interface ResumeLinkProps {
  path: string;
  /** Whose it is. */
  name: string;
}

/** Downloads a résumé in a new tab; without a connection or without a link it says that it can't. */
export function ResumeLink({ path, name }: ResumeLinkProps) {
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
          aria-label={`Download Resume of ${name}`}
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
          Unsafe to open: this file is not what its name says.
        </p>
      )}
    </div>
  );
}
