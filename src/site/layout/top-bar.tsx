import { useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useBackCloses } from '../../ui/back-closes.ts';
import { buttonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { LogoMark } from '../../ui/logo-mark.tsx';
import type { Elements } from '../../ui/elements.ts';
import { COMPANY } from '../content/company.ts';

/** A page, as the navigation and the footer name it. */
export interface PageLink {
  path: string;
  label: string;
}

/** The company's mark and name, linked to the home page. */
function Logo() {
  return (
    <Link
      to="/"
      className="flex min-h-11 items-center gap-2.5 rounded-xl pr-1 font-bold text-heading"
    >
      <LogoMark />
      <span className="max-[22rem]:sr-only max-w-24 text-base leading-[1.05] tracking-tight sm:text-lg md:@max-5xl:max-w-none">
        {COMPANY.name}
      </span>
    </Link>
  );
}

const linkClass =
  'flex min-h-11 items-center gap-2 rounded-full font-semibold transition-colors hover:bg-tint ' +
  'text-heading aria-[current=page]:bg-tint aria-[current=page]:text-brand';

export const menuLinkClass = `${linkClass} px-4 @5xl:px-2`;

/** The company's phone number as a link. */
function CallLink({ className, onClick }: { className: string; onClick: () => void }) {
  return (
    <a href={COMPANY.phoneLink} className={className} onClick={onClick}>
      <Icon name="phone" className="size-5 text-brand" />
      <span className="sr-only">Call </span>
      <span className="whitespace-nowrap">{COMPANY.phone}</span>
    </a>
  );
}

interface TopBarProps {
  links: readonly PageLink[];
  /** The items after the links; each closes the menu. */
  moreLinks: (close: () => void) => Elements;
}

/** The bar that stays on top. On small screens a toggle opens its links. */
export function TopBar({ links, moreLinks }: TopBarProps) {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  const dismiss = () => {
    close();
    toggle.current?.focus();
  };
  useBackCloses(open, dismiss);

  return (
    <header
      className="@container sticky top-0 z-30 border-b border-line bg-ground pt-[env(safe-area-inset-top)]"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open) dismiss();
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Only where the new focus is known: in Safari, pressing a button focuses nothing.
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close();
      }}
    >
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-1 px-4 py-2.5 sm:flex-nowrap sm:gap-2 sm:px-6">
        <Logo />
        {/* Shown at the end, but before its links in the document, so that Tab leads into them. */}
        <button
          ref={toggle}
          type="button"
          aria-label="Menu"
          aria-expanded={open}
          aria-controls="main-menu"
          onClick={() => setOpen(!open)}
          className="order-last grid size-11 shrink-0 place-items-center rounded-full text-heading hover:bg-tint @5xl:hidden"
        >
          <Icon name={open ? 'close' : 'menu'} className="size-6" />
        </button>
        <nav aria-label="Main" className="ml-auto shrink-0">
          <ul id="main-menu" className="menu flex gap-1">
            <li className="sm:hidden">
              <CallLink className={menuLinkClass} onClick={close} />
            </li>
            {links.map(({ path, label }) => (
              <li key={path}>
                <Link
                  to={path}
                  aria-current={path === pathname ? 'page' : undefined}
                  className={menuLinkClass}
                  onClick={close}
                >
                  {label}
                </Link>
              </li>
            ))}
            {moreLinks(close)}
          </ul>
        </nav>
        <CallLink className={`${linkClass} call px-3 max-sm:hidden`} onClick={close} />
        <Link
          to="/booking"
          onClick={close}
          className={`${buttonClass('primary')} min-h-11 shrink-0 px-5 whitespace-nowrap`}
        >
          Book Now
        </Link>
      </div>
    </header>
  );
}
