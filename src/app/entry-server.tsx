import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { env } from '../runtime/env.ts';
import { BUSINESS_DATA } from '../site/content/business-data.ts';
import { COMPANY } from '../site/content/company.ts';
import { JsonLd } from '../ui/json-ld.tsx';
import { App } from './app.tsx';
import { NotFoundPage, pageAt, SITE_PAGES } from './paths.ts';
import { PortalApp } from './portal-app.tsx';

/** The company's facts in the form that search engines read. */
const BusinessData = () => <JsonLd facts={BUSINESS_DATA} />;

/** What the build needs to know of the site to write its pages. */
export const paths = SITE_PAGES.map(({ path }) => path);
export const listedPaths = SITE_PAGES.filter(({ isPrivate }) => !isPrivate).map(({ path }) => path);
/** Pages whose scripts are fetched right after the first paint: somebody is about to type. */
export const formPaths = SITE_PAGES.filter(({ hasForm }) => hasForm).map(({ path }) => path);
export const { origin } = COMPANY;
export const backend = env.supabaseUrl === '' ? null : new URL(env.supabaseUrl).origin;

/** The markup of a page, its hoisted head elements first; a path without a page gives the not-found page. */
export async function render(path: string): Promise<string> {
  await Promise.all([pageAt(path).preload(), NotFoundPage.preload()]);
  return toMarkup(path, <App />);
}

/** The structured data of Home, in the document alone: no script has to carry it. */
export const renderFacts = () => toMarkup('/', <BusinessData />);

/** The markup with which the portal opens at any of its addresses: nobody knows yet who is signed in. */
export const renderPortal = () => toMarkup('/admin/', <PortalApp />);

async function toMarkup(path: string, app: ReactNode): Promise<string> {
  const { prelude } = await prerender(<StaticRouter location={path}>{app}</StaticRouter>, {
    // React would put a large page behind a script that moves it into place.
    progressiveChunkSize: Infinity,
    onError(error) {
      throw error;
    },
  });
  return new Response(prelude).text();
}
