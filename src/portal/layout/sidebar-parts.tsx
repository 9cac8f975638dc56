import { Icon, type IconName } from '../../ui/icon.tsx';

/** A screen, as the sidebar names it. */
export interface ScreenLink {
  path: string;
  label: string;
  icon: IconName;
}

/** Classes of a link to a screen. */
export const sidebarLinkClass = ({ isActive }: { isActive: boolean }) =>
  `flex min-h-11 items-center gap-3 rounded-xl px-3 font-semibold transition-colors hover:bg-tint ${
    isActive ? 'bg-tint text-brand' : 'text-heading'
  }`;

interface AccountButtonProps {
  icon: IconName;
  children: string;
  onClick: () => void;
}

/** Classes of a line in the account block. */
export function AccountButton({ icon, children, onClick }: AccountButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-11 w-full items-center gap-3 rounded-xl px-3 font-semibold text-heading transition-colors hover:bg-tint"
    >
      <Icon name={icon} />
      <span>{children}</span>
    </button>
  );
}
