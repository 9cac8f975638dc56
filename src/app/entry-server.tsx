import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { env } from '../runtime/env.ts';
import { listRequest } from '../runtime/read-public.ts';
import { BUSINESS_DATA } from '../site/content/business-data.ts';
import { COMPANY, SHORT_NAME } from '../site/content/company.ts';
import { QUESTIONS } from '../site/content/faq.ts';
import { EARLY_PICTURES, PLACES_ID } from '../site/gallery/early-pictures.tsx';
import { SERVICE_DATA } from '../site/services/service-data.ts';
import { JsonLd } from '../ui/json-ld.tsx';
import { App } from './app.tsx';
import { CrewApp } from './crew-app.tsx';
import { NotFoundPage, pageAt, SITE_PAGES } from './paths.ts';
import { PortalApp } from './portal-app.tsx';

/** The data of the site that the build needs to write its pages. */
export const paths = SITE_PAGES.map(({ path }) => path);
export const listedPaths = SITE_PAGES.filter(({ isPrivate }) => !isPrivate).map(({ path }) => path);
/** Pages that show nothing to read or to type without their scripts. */
export const urgentPaths = SITE_PAGES.filter(({ hasForm, list }) => hasForm ?? list).map(
  ({ path }) => path,
);
/** The request for the list of the page at a path; undefined for a page without one. */
export async function listOf(path: string) {
  const list = SITE_PAGES.find((page) => page.path === path)?.list;
  if (!list) return undefined;
  const request = listRequest(list);
  return list === 'gallery' ? { ...request, early: await renderEarlyPictures(path) } : request;
}

const renderEarlyPictures = async (path: string) => ({
  places: PLACES_ID,
  single: await toMarkup(path, EARLY_PICTURES.single),
  pair: await toMarkup(path, EARLY_PICTURES.pair),
});

export const { origin, name } = COMPANY;
export const shortName = SHORT_NAME;
export const backend = env.supabaseUrl === '' ? null : new URL(env.supabaseUrl).origin;

/**
 * The markup of a page, with its hoisted head elements first; an unknown path gives the not-found
 * page.
 */
export async function render(path: string): Promise<string> {
  await Promise.all([pageAt(path).preload(), NotFoundPage.preload()]);
  return toMarkup(path, <App />);
}

/**
 * The questions as structured data, on one page of the site as search engines ask:
 * https://developers.google.com/search/docs/appearance/structured-data/faqpage
 */
const FAQ_DATA: readonly object[] =
  QUESTIONS.length === 0
    ? []
    : [
        {
          '@context': 'https://schema.org',
          '@type': 'FAQPage',
          mainEntity: QUESTIONS.map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          })),
        },
      ];

const FACTS: Readonly<Record<string, readonly object[]>> = {
  '/': [BUSINESS_DATA],
  '/services': FAQ_DATA,
  ...SERVICE_DATA,
};

/** A page's structured data that stand only in its document, so that no script has to carry them. */
export const renderFacts = (path: string) =>
  toMarkup(
    path,
    (FACTS[path] ?? []).map((facts) => <JsonLd key={JSON.stringify(facts)} facts={facts} />),
  );

/** A part's first markup at any of its addresses, before anything of the device is read. */
export const renderPart = (part: 'portal' | 'crew') =>
  part === 'portal' ? toMarkup('/admin/', <PortalApp />) : toMarkup('/crew', <CrewApp />);

async function toMarkup(path: string, app: ReactNode): Promise<string> {
  const { prelude } = await prerender(<StaticRouter location={path}>{app}</StaticRouter>, {
    // Otherwise React hides a large page behind a script that moves it into place.
    progressiveChunkSize: Infinity,
    onError(error) {
      throw error;
    },
  });
  return new Response(prelude).text();
}
