import { Suspense, useEffect } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation, useParams } from 'react-router-dom';
import { ANSWER_PATH, answerPath, FORMER_ANSWER_PATH } from '../portal/booking/answer-path.ts';
import { Arrival } from '../portal/layout/arrival.tsx';
import { Guard, Verifying } from '../portal/layout/guard.tsx';
import { PortalLayout } from '../portal/layout/portal-layout.tsx';
import { ENTITIES, type Entity } from '../core/domain/entities.ts';
import { addressOf, tidyPath } from '../core/domain/tidy-path.ts';
import { RECOVERY_PATH } from '../runtime/auth/recovery.ts';
import { useAuth } from '../runtime/auth/use-auth.ts';
import { COMPANY } from '../site/content/company.ts';
import type { IconName } from '../ui/icon.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { lazyPage } from './lazy-page.ts';
import { NotFoundPage } from './paths.ts';
import type { Elements } from '../ui/elements.ts';

interface PortalPage {
  path: string;
  /** The text of links to the screen. */
  label: string;
  icon: IconName;
  Page: ReturnType<typeof lazyPage>;
}

function list(entity: Entity, load: Parameters<typeof lazyPage>[0]): PortalPage {
  const { path, many, icon } = ENTITIES[entity];
  return { path, label: many, icon, Page: lazyPage(load) };
}

/** The screens of the sidebar, in order. */
const PORTAL_PAGES: readonly PortalPage[] = [
  {
    path: '/admin/dashboard',
    label: 'Dashboard',
    icon: 'grid',
    Page: lazyPage(() => import('../portal/dashboard/dashboard-page.tsx')),
  },
  list('bookings', () => import('../portal/bookings/bookings-page.tsx')),
  list('crew', () => import('../portal/team/team-page.tsx')),
  list('careers', () => import('../portal/postings/postings-page.tsx')),
  list('job_applications', () => import('../portal/applications/applications-page.tsx')),
  list('contact_messages', () => import('../portal/messages/messages-page.tsx')),
  list('gallery_images', () => import('../portal/gallery/gallery-manager.tsx')),
  list('testimonials', () => import('../portal/testimonials/testimonials-manager.tsx')),
];

/** Linked from the account block. */
const DEVICE_PAGE: PortalPage = {
  path: '/admin/device',
  label: 'About this device',
  icon: 'device',
  Page: lazyPage(() => import('../portal/device/device-page.tsx')),
};

/** Linked from each booking. */
const AnswerPage = lazyPage(() => import('../portal/booking/answer-page.tsx'));

const LoginPage = lazyPage(() => import('../portal/login/login-page.tsx'));
const NewPasswordPage = lazyPage(() => import('../portal/password/new-password-page.tsx'));

/** The portal; the caller provides the router. */
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
  // Before any route, so that the one prerendered shell is right for all of them.
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
      <Route
        path={RECOVERY_PATH}
        element={
          <Titled title="New password">
            <Suspense fallback={<Verifying />}>
              <NewPasswordPage />
            </Suspense>
          </Titled>
        }
      />
      <Route element={<Screens />}>
        <Route
          path={ANSWER_PATH}
          element={
            <Titled title="Answer a booking">
              <AnswerPage />
            </Titled>
          }
        />
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
      <Route path={FORMER_ANSWER_PATH} element={<FormerAnswer />} />
      <Route path="/admin/*" element={<Unknown />} />
      <Route path="*" element={<Leave />} />
    </Routes>
  );
}

function FormerAnswer() {
  const { id = '' } = useParams();
  return <Navigate to={answerPath(id)} replace />;
}

/** Opens the screen that people mean by an address as they write it; else the not-found page. */
function Unknown() {
  const location = useLocation();
  const tidy = tidyPath(location.pathname);
  if (tidy.path !== location.pathname) return <Navigate to={addressOf(tidy, location)} replace />;
  return (
    <main>
      <Suspense>
        <NotFoundPage />
      </Suspense>
    </main>
  );
}

function Screens() {
  const { pathname } = useLocation();
  return (
    <Guard>
      <PortalLayout company={COMPANY} screens={PORTAL_PAGES}>
        {/* Suspense stays outside the keyed boundary, so the old screen remains until the new one has loaded. */}
        <Suspense fallback={<Loading />}>
          <ErrorBoundary key={pathname}>
            <Outlet />
            <Arrival />
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

const Titled = ({ title, children }: { title: string; children: Elements }) => (
  <>
    <title>{`${title} | ${COMPANY.name}`}</title>
    {children}
  </>
);

/** Leaves the router: the public site is another document. */
function Leave() {
  useEffect(() => location.reload(), []);
  return null;
}
