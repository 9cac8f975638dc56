import { Suspense, useEffect, useRef, useState, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { useOutboxLoaded } from '../../runtime/load-outbox.ts';
import { Icon } from '../../ui/icon.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { useIdle } from '../../ui/use-idle.ts';
import { useHeadingFocus, useScrollPosition } from '../../ui/page-change.ts';
import { COMPANY } from '../content/company.ts';
import { deferred } from './deferred.ts';
import { Footer } from './footer.tsx';
import { SampleRibbon } from './sample-ribbon.tsx';
import { TopBar, type PageLink } from './top-bar.tsx';
import type { Elements } from '../../ui/elements.ts';

/** Distance of the floating link from the window's edges, in CSS px. */
const EDGE = 16;

/**
 * Whether a form lies in the floating element's default place, even while the element is moved
 * aside.
 */
function useIsOverForm(floating: RefObject<HTMLElement | null>): boolean {
  const { pathname } = useLocation();
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const onScroll = () => {
      if (!floating.current) return;
      const { top, bottom, width } = floating.current.getBoundingClientRect();
      const left = document.documentElement.clientWidth - EDGE - width;
      const forms = [...document.querySelectorAll('main form')];
      setIsOver(
        forms.some((form) => {
          const place = form.getBoundingClientRect();
          return place.right > left && place.bottom > top && place.top < bottom;
        }),
      );
    };
    addEventListener('scroll', onScroll, { passive: true });
    // Parts that load late move the forms; the observer's first call comes with them.
    const resized = new ResizeObserver(onScroll);
    resized.observe(document.body);
    return () => {
      removeEventListener('scroll', onScroll);
      resized.disconnect();
    };
  }, [pathname, floating]);
  return isOver;
}

/**
 * The floating link to a chat: an icon, with words where the margin is wide enough. Without a
 * margin it moves aside for forms and for the focused element, so that it covers no field and no
 * submit button.
 */
function WhatsappLink() {
  const { pathname } = useLocation();
  const aside = useRef<HTMLElement>(null);
  const isOverForm = useIsOverForm(aside);
  if (COMPANY.whatsappLink === '' || /^\/admin(\/|$)/.test(pathname)) return null;
  return (
    <aside
      ref={aside}
      aria-label="Chat"
      data-away={isOverForm || undefined}
      className="fixed right-[max(1rem,env(safe-area-inset-right))] bottom-[max(1rem,env(safe-area-inset-bottom))] z-20 makes-way:[translate:200%] not-focus-within:data-away:[translate:200%] motion-safe:transition-transform"
    >
      <a
        href={COMPANY.whatsappLink}
        target="_blank"
        rel="noopener noreferrer"
        className="flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-full bg-whatsapp px-3 font-semibold text-on-whatsapp shadow-float hover:bg-whatsapp-strong"
      >
        <Icon name="chat" className="size-6" />
        <span className="max-2xl:sr-only">Chat on WhatsApp</span>
      </a>
    </aside>
  );
}

const RequestNotices = deferred(() => import('../requests/request-notices.tsx'));
const RequestsLink = deferred(() => import('../requests/requests-link.tsx'));
const WaitingCount = deferred(() => import('../requests/waiting-count.tsx'));

interface SiteLayoutProps {
  navigation: readonly PageLink[];
  quickLinks: readonly PageLink[];
  legalLinks: readonly PageLink[];
  children: Elements;
}

export function SiteLayout({ navigation, quickLinks, legalLinks, children }: SiteLayoutProps) {
  const isIdle = useIdle();
  const mayHaveRequests = useOutboxLoaded() && isIdle;
  useScrollPosition();
  useHeadingFocus();

  const waitingCount = mayHaveRequests && (
    <Suspense>
      <WaitingCount />
    </Suspense>
  );

  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <SampleRibbon />
      <TopBar
        links={navigation}
        moreLinks={(close) =>
          mayHaveRequests && (
            <Suspense>
              <RequestsLink onClick={close} />
            </Suspense>
          )
        }
      />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <WhatsappLink />
      <Footer links={quickLinks} legalLinks={legalLinks} waitingCount={waitingCount} />
      {mayHaveRequests && (
        <Suspense>
          <RequestNotices />
        </Suspense>
      )}
    </div>
  );
}
