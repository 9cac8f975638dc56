import { Suspense, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { loadOutbox } from '../../runtime/shell/load-outbox.ts';
import { SkipLink } from '../../ui/shell/skip-link.tsx';
import { useHeadingFocus, useScrollPosition } from '../../ui/shell/page-change.ts';
import { useIdle } from '../../ui/shell/use-idle.ts';
import { COMPANY } from '../content/company.ts';
import { deferred } from './deferred.ts';
import { Footer } from './footer.tsx';
import { TopBar, type PageLink } from './top-bar.tsx';

/**
 * The floating link to a chat: only its sign, until there is a margin wide enough for the words. Where there is no margin at all, it
 * makes way for whatever has the focus, so that it never lies on a field or on the button that submits.
 */
function WhatsappLink() {
  const { pathname } = useLocation();
  if (/^\/admin(\/|$)/.test(pathname)) return null;
  return (
    <aside aria-label="Chat" className="fixed right-[max(1rem,env(safe-area-inset-right))] bottom-[max(1rem,env(safe-area-inset-bottom))] z-20 makes-way:translate-x-[200%] motion-safe:transition-transform">
      <a
        href={COMPANY.whatsappLink}
        target="_blank"
        rel="noopener noreferrer"
        className="flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-full bg-whatsapp px-3 font-semibold text-on-whatsapp shadow-float hover:bg-whatsapp-strong"
      >
        <svg viewBox="0 0 24 24" className="size-6" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinejoin="round" aria-hidden="true">
          <path d="M12 3a9 9 0 0 1 0 18 9 9 0 0 1-4.3-1.1L3 21l1.2-4.5A9 9 0 0 1 12 3Z" />
          <path d="M8.5 8.2c.2-.5.9-.6 1.2-.1l.7 1.2c.2.3.1.7-.1 1l-.5.6c.6 1.2 1.6 2.2 2.9 2.8l.6-.5c.3-.2.6-.3 1-.1l1.2.7c.5.3.4 1-.1 1.3-3 1.7-8.6-3.7-6.9-6.9Z" fill="currentColor" stroke="none" />
        </svg>
        <span className="max-2xl:sr-only">Chat on WhatsApp</span>
      </a>
    </aside>
  );
}

const RequestNotices = deferred(async () => {
  await loadOutbox();
  return import('../notices/request-notices.tsx');
});
const WaitingCount = deferred(async () => {
  await loadOutbox();
  return import('../notices/waiting-count.tsx');
});

interface SiteLayoutProps {
  navigation: readonly PageLink[];
  quickLinks: readonly PageLink[];
  children: ReactNode;
}

/** What every public page stands in. */
export function SiteLayout({ navigation, quickLinks, children }: SiteLayoutProps) {
  const idle = useIdle();
  useScrollPosition();
  useHeadingFocus();

  const waitingCount = idle && (
    <Suspense>
      <WaitingCount />
    </Suspense>
  );

  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <TopBar links={navigation} />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <WhatsappLink />
      <Footer links={quickLinks} waitingCount={waitingCount} />
      {idle && (
        <Suspense>
          <RequestNotices />
        </Suspense>
      )}
    </div>
  );
}
