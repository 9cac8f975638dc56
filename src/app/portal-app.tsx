import { Suspense, useEffect, type ReactNode } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { Guard } from '../admin/layout/guard.tsx';
import { PortalLayout } from '../admin/layout/portal-layout.tsx';
import { Verifying } from '../admin/layout/verifying.tsx';
import { useAuth } from '../runtime/auth/use-auth.ts';
import { COMPANY } from '../site/content/company.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotFoundPage } from './paths.ts';
import { DEVICE_PAGE, LoginPage, PORTAL_PAGES } from './portal-pages.ts';

/** The portal, within whatever router stands around it. */
export function PortalApp() {
  return (
    <ErrorBoundary>
      <meta name="robots" content="noindex" />
      <PortalRoutes />
    </ErrorBoundary>
  );
}

function PortalRoutes() {
  const { status } = useAuth();
  // Before any route, so that the one page written at build is right for all of them.
  if (status === 'loading') {
    return (
      <Titled title="Admin Portal">
        <Verifying />
      </Titled>
    );
  }
  return (
    <Routes>
      <Route path="/admin" element={<Navigate to="/admin/dashboard" replace />} />
      <Route
        path="/admin/login"
        element={
          <Titled title="Admin Login">
            <Suspense fallback={<Verifying />}>
              <LoginPage />
            </Suspense>
          </Titled>
        }
      />
      <Route element={<Screens />}>
        {[...PORTAL_PAGES, DEVICE_PAGE].map(({ path, label, Page }) => (
          <Route
            key={path}
            path={path}
            element={
              <Titled title={label}>
                <Page />
              </Titled>
            }
          />
        ))}
      </Route>
      <Route
        path="/admin/*"
        element={
          <main>
            <Suspense>
              <NotFoundPage />
            </Suspense>
          </main>
        }
      />
      <Route path="*" element={<Leave />} />
    </Routes>
  );
}

function Screens() {
  const { pathname } = useLocation();
  return (
    <Guard>
      <PortalLayout company={COMPANY.name} screens={PORTAL_PAGES}>
        {/* Suspense stays outside what the key renews: so the old screen remains until the new one is loaded. */}
        <Suspense fallback={<Loading />}>
          <ErrorBoundary key={pathname}>
            <Outlet />
          </ErrorBoundary>
        </Suspense>
      </PortalLayout>
    </Guard>
  );
}

const Loading = () => (
  <div role="status" aria-label="Loading" className="grid gap-4">
    <Skeleton className="h-12" />
    <Skeleton className="h-64" />
  </div>
);

const Titled = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <title>{`${title} | ${COMPANY.name}`}</title>
    {children}
  </>
);

/** The public site is another document. */
function Leave() {
  useEffect(() => location.reload(), []);
  return null;
}
