import type { ICON_PATHS, PORTAL_ICON_PATHS } from './icon-paths.ts';

export type IconName = keyof typeof ICON_PATHS | keyof typeof PORTAL_ICON_PATHS;

/** The id of an icon's symbol in the document, for `<use>`. */
export const iconHref = (name: IconName) => `#icon-${name}`;

/** An icon, hidden from assistive technology: the text beside it says the same. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <use href={iconHref(name)} />
    </svg>
  );
}
