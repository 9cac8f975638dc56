import { useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { COMPANY } from '../content/company.ts';
import { LEGAL_IDENTITY } from '../content/legal-identity.ts';
import { ContactList, HAS_PROFILES, SocialLinks } from './contact-list.tsx';
import type { PageLink } from './top-bar.tsx';
import type { Elements } from '../../ui/elements.ts';

const now = () => new Date().getFullYear();
const BUILT = now();

/** The current year: a prerendered page may be read in a later year than the build's. */
function CurrentYear() {
  const year = useSyncExternalStore(
    () => () => undefined,
    now,
    () => BUILT,
  );
  return <span>{year}</span>;
}

function FooterBlock({ title, children }: { title: string; children: Elements }) {
  return (
    <section>
      <h2 className="mb-3 text-lg font-bold text-on-footer">{title}</h2>
      {children}
    </section>
  );
}

interface FooterProps {
  links: readonly PageLink[];
  legalLinks: readonly PageLink[];
  /** Shown beside the link to My requests. */
  waitingCount: Elements;
}

const linkClass =
  'inline-flex min-h-9 pointer-coarse:min-h-11 flex-wrap items-center gap-x-2 underline-offset-4 hover:underline';

export function Footer({ links, legalLinks, waitingCount }: FooterProps) {
  return (
    <footer className="bg-footer text-footer-muted [--color-focus:var(--color-sun)]">
      <div className="mx-auto grid max-w-6xl grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] sm:grid-cols-2 gap-10 px-4 py-14 sm:px-6 lg:grid-cols-[1.6fr_1fr_1fr_1.4fr]">
        <section className="max-w-xs max-sm:col-span-full">
          <h2 className="mb-3 text-lg font-bold text-on-footer">{COMPANY.name}</h2>
          <p>{COMPANY.description}</p>
          {COMPANY.group && <p className="mt-3">A division of {COMPANY.group}.</p>}
        </section>
        <FooterBlock title="Quick Links">
          <ul className="grid gap-1">
            {links.map(({ path, label }) => (
              <li key={path}>
                <Link to={path} className={linkClass}>
                  {label}
                </Link>
              </li>
            ))}
            <li>
              <Link to="/requests" className={linkClass}>
                My requests
                {waitingCount}
              </Link>
            </li>
          </ul>
        </FooterBlock>
        {COMPANY.services.length > 0 && (
          <FooterBlock title="Services">
            <ul className="grid gap-1">
              {COMPANY.services.map(({ name, link }) => (
                <li key={link}>
                  <Link to={`/booking?service=${link}`} className={linkClass}>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </FooterBlock>
        )}
        <div className="max-sm:col-span-full">
          <FooterBlock title="Contact">
            <ContactList />
            {HAS_PROFILES && (
              <div className="mt-4">
                <SocialLinks />
              </div>
            )}
          </FooterBlock>
        </div>
      </div>
      <div className="border-t border-footer-line">
        {/* The corner is left free for the floating link. */}
        <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-1 pt-5 pr-20 pb-[max(1.25rem,env(safe-area-inset-bottom))] pl-4 text-sm sm:pl-6 xl:pr-6">
          <p>
            © <CurrentYear /> {COMPANY.name}. {COMPANY.legal}
          </p>
          {LEGAL_IDENTITY && <p className="w-full">{LEGAL_IDENTITY}</p>}
          <ul className="flex flex-wrap gap-x-6">
            {legalLinks.map(({ path, label }) => (
              <li key={path}>
                <Link to={path} className={linkClass}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}
