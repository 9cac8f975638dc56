import { Suspense, useRef, type ReactNode } from 'react';
import { useIdle } from '../../ui/use-idle.ts';
import { BusinessData } from './business-data.tsx';
import { Footer } from './footer.tsx';
import { late } from './late.tsx';
import type { PageLink } from './page-link.ts';
import { TopBar } from './top-bar.tsx';
import { useHeadingFocus } from './use-heading-focus.ts';
import { useScrollPosition } from './use-scroll-position.ts';
import { WhatsappLink } from './whatsapp-link.tsx';

const RequestNotices = late(() => import('../requests/request-notices.tsx'));
const WaitingCount = late(() => import('../requests/waiting-count.tsx'));

interface SiteLayoutProps {
  navigation: readonly PageLink[];
  quickLinks: readonly PageLink[];
  children: ReactNode;
}

/** What every public page stands in. */
export function SiteLayout({ navigation, quickLinks, children }: SiteLayoutProps) {
  const main = useRef<HTMLElement>(null);
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
      <a
        href="#main"
        onClick={(event) => {
          // A hash in the address would count as a navigation.
          event.preventDefault();
          main.current?.focus();
        }}
        className="z-50 rounded-full bg-brand px-5 py-3 font-semibold text-on-brand not-focus:sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <TopBar links={navigation} />
      <main ref={main} id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <WhatsappLink />
      <Footer links={quickLinks} waitingCount={waitingCount} />
      <BusinessData />
      {idle && (
        <Suspense>
          <RequestNotices />
        </Suspense>
      )}
    </div>
  );
}
