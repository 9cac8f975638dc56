import { ErrorBoundary } from './error-boundary.tsx';
import { SiteRoutes } from './site-routes.tsx';

/** The public site, within whatever router stands around it. */
export function App() {
  return (
    <ErrorBoundary>
      <SiteRoutes />
    </ErrorBoundary>
  );
}
