import { iconHref, type IconName } from '../../ui/icon.tsx';
import { SOCIAL_LINKS } from '../content/social-links.ts';

const badgeClass = 'grid size-11 place-items-center rounded-full border border-current';

const LIST = new Intl.ListFormat('en-GB', { type: 'disjunction' });

function Sign({ name }: { name: IconName }) {
  return (
    <svg viewBox="0 0 24 24" className="size-5" fill="currentColor" fillRule="evenodd" aria-hidden="true">
      <use href={iconHref(name)} />
    </svg>
  );
}

/** The company's profiles elsewhere. One that does not exist yet says so and leads nowhere. Takes the colours of where it stands. */
export function SocialLinks() {
  const missing = SOCIAL_LINKS.filter(({ url }) => url === null);
  return (
    <div className="grid gap-2">
      <ul className="flex flex-wrap gap-2">
        {SOCIAL_LINKS.map(({ name, url, sign }) => (
          <li key={name}>
            {url === null ? (
              <span role="img" aria-label={`${name} (no profile yet)`} title={`${name} (no profile yet)`} className={`${badgeClass} border-dashed`}>
                <Sign name={sign} />
              </span>
            ) : (
              <a href={url} target="_blank" rel="noopener noreferrer" aria-label={name} className={badgeClass}>
                <Sign name={sign} />
              </a>
            )}
          </li>
        ))}
      </ul>
      {missing.length > 0 && <p className="text-sm">No profiles yet on {LIST.format(missing.map(({ name }) => name))}.</p>}
    </div>
  );
}
