import { CrewPage } from '../crew/crew-page.tsx';
import { COMPANY } from '../site/content/company.ts';
import { ErrorBoundary } from './error-boundary.tsx';

const OFFICE = { company: COMPANY.name, phone: COMPANY.phone };

/** The crew's page, which has one address. */
export const CrewApp = () => (
  <ErrorBoundary>
    <meta name="robots" content="noindex" />
    <title>{`Our day | ${COMPANY.name}`}</title>
    <CrewPage office={OFFICE} />
  </ErrorBoundary>
);
