import { useEffect } from 'react';
import { repeatEarlyTap } from './early-tap.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { SiteRoutes } from './site-routes.tsx';

/** The public site, within whatever router stands around it. */
export function App() {
  useEffect(repeatEarlyTap, []);
  return (
    <ErrorBoundary>
      <SiteRoutes />
    </ErrorBoundary>
  );
}
