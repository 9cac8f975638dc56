import { BrowserRouter } from 'react-router-dom';
import { ErrorBoundary } from './error-boundary.tsx';
import { SiteRoutes } from './site-routes.tsx';

export function App() {
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <SiteRoutes />
      </BrowserRouter>
    </ErrorBoundary>
  );
}
