import { Suspense, type ReactNode } from 'react';
import { loadOutbox } from '../../runtime/load-outbox.ts';
import { SkipLink } from '../../ui/skip-link.tsx';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { useIdle } from '../../ui/use-idle.ts';
import { useScrollPosition } from '../../ui/use-scroll-position.ts';
import { Footer } from './footer.tsx';
import { late } from './late.tsx';
import type { PageLink } from './page-link.ts';
import { TopBar } from './top-bar.tsx';
import { WhatsappLink } from './whatsapp-link.tsx';

const RequestNotices = late(async () => {
  await loadOutbox();
  return import('../requests/request-notices.tsx');
});
const WaitingCount = late(async () => {
  await loadOutbox();
  return import('../requests/waiting-count.tsx');
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
