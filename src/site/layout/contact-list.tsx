import { Icon, iconHref } from '../../ui/icon.tsx';
import { COMPANY } from '../content/company.ts';

const rowClass = 'inline-flex min-h-9 pointer-coarse:min-h-11 items-center gap-3';

/** The company's phone, email and address. Inherits its colours. */
export function ContactList() {
  return (
    <ul className="grid gap-1">
      <li>
        <a href={COMPANY.phoneLink} className={`${rowClass} underline-offset-4 hover:underline`}>
          <Icon name="phone" />
          {COMPANY.phone}
        </a>
      </li>
      <li>
        <a
          href={`mailto:${COMPANY.email}`}
          className={`${rowClass} wrap-anywhere underline-offset-4 hover:underline`}
        >
          <Icon name="mail" />
          {COMPANY.email}
        </a>
      </li>
      <li className={rowClass}>
        <Icon name="pin" />
        {COMPANY.address}
      </li>
    </ul>
  );
}

/** Each network's name, by the key of its address and icon. */
const NETWORKS = [
  ['facebook', 'Facebook'],
  ['instagram', 'Instagram'],
  ['tiktok', 'TikTok'],
  ['x', 'X'],
] as const;

/** The networks at which the company has a profile. */
const PROFILES = NETWORKS.flatMap(([key, label]) => {
  const address = COMPANY.social[key];
  return address ? [{ key, label, address }] : [];
});

export const HAS_PROFILES = PROFILES.length > 0;

/** Links to the company's profiles. Inherits its colours. */
export function SocialLinks() {
  return (
    <ul className="flex flex-wrap gap-2">
      {PROFILES.map(({ key, label, address }) => (
        <li key={key}>
          <a
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={label}
            title={label}
            className="grid size-11 place-items-center rounded-full border border-current"
          >
            <svg
              viewBox="0 0 24 24"
              className="size-5"
              fill="currentColor"
              fillRule="evenodd"
              aria-hidden="true"
            >
              <use href={iconHref(key)} />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  );
}
