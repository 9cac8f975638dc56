import { NavLink } from 'react-router-dom';
import { Icon } from '../../ui/icon.tsx';
import { LogoMark } from '../../ui/logo-mark.tsx';
import { Account } from './account-block.tsx';
import { sidebarLinkClass, type ScreenLink } from './sidebar-parts.tsx';

interface SidebarProps {
  company: string;
  screens: readonly ScreenLink[];
  /** Called when a screen was chosen. */
  onChosen?: () => void;
}

/** Links to the public site and every screen, and the account block. */
export function Sidebar({ company, screens, onChosen }: SidebarProps) {
  return (
    <div className="flex min-h-full flex-col gap-6 p-4 pt-[max(1rem,env(safe-area-inset-top))] pb-[max(1rem,env(safe-area-inset-bottom))]">
      {/* The public site is another document. */}
      <a
        href="/"
        className="flex min-h-11 items-center gap-3 rounded-xl pr-12 text-heading lg:pr-0"
      >
        <LogoMark />
        <span className="leading-tight">
          <span className="block font-bold">{company}</span>
          <span className="block text-sm text-muted">Admin Portal</span>
        </span>
      </a>
      <nav aria-label="Portal">
        <ul className="grid gap-1">
          {screens.map(({ path, label, icon }) => (
            <li key={path}>
              <NavLink to={path} className={sidebarLinkClass} onClick={() => onChosen?.()}>
                <Icon name={icon} />
                <span>{label}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-auto">
        <Account onChosen={onChosen} />
      </div>
    </div>
  );
}
