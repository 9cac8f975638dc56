import { Suspense, useEffect } from 'react';
import { Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { PageHead } from '../site/layout/page-head.tsx';
import { SiteLayout } from '../site/layout/site-layout.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotFoundPage, SITE_PAGES } from './paths.ts';

declare global {
  interface Window {
    /** The last button tapped before the page worked; recorded by the inline loader. */
    earlyTap?: HTMLButtonElement | null;
  }
}

/**
 * Announces that the page works, and repeats a tap that came too early. It stands within the page's
 * own boundary, which React hydrates after the frame: a repeated tap before that would be lost.
 */
function TakeOver() {
  useEffect(() => {
    dispatchEvent(new Event('pagetakeover'));
    window.earlyTap?.click();
    window.earlyTap = null;
  }, []);
  return null;
}

const NAVIGATION = SITE_PAGES.filter(({ listedIn }) => listedIn.includes('navigation'));
const QUICK_LINKS = SITE_PAGES.filter(({ listedIn }) => listedIn.includes('quick-links'));
const LEGAL_LINKS = SITE_PAGES.filter(({ listedIn }) => listedIn.includes('legal'));

function Loading() {
  return (
    <div
      role="status"
      aria-label="Loading"
      className="mx-auto min-h-[60dvh] max-w-6xl px-4 py-14 sm:px-6"
    >
      <PageHead />
      <Skeleton className="h-64" />
    </div>
  );
}

function Site() {
  const { pathname } = useLocation();
  return (
    <SiteLayout navigation={NAVIGATION} quickLinks={QUICK_LINKS} legalLinks={LEGAL_LINKS}>
      {/* Suspense stays outside the keyed boundary, so the old page remains until the new one has loaded. */}
      <Suspense fallback={<Loading />}>
        <ErrorBoundary key={pathname}>
          <Outlet />
        </ErrorBoundary>
        <TakeOver />
      </Suspense>
    </SiteLayout>
  );
}

function SiteRoutes() {
  return (
    <Routes>
      <Route element={<Site />}>
        {SITE_PAGES.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}

/** The public site; the caller provides the router. */
export function App() {
  return (
    <ErrorBoundary>
      <SiteRoutes />
    </ErrorBoundary>
  );
}
