import type { Posting } from '../../core/server/public-reads.ts';
import { JsonLd } from '../../ui/json-ld.tsx';
import { COMPANY } from '../content/company.ts';

/** Types of employment as search engines name them; what a posting calls otherwise is left out. */
const EMPLOYMENT_TYPES: Record<string, string> = {
  'full-time': 'FULL_TIME',
  'part-time': 'PART_TIME',
  contract: 'CONTRACTOR',
  temporary: 'TEMPORARY',
};

/** How long search engines are asked to show a position after it was posted. */
const ADVERTISED_DAYS = 60;
const DAY_MS = 24 * 60 * 60 * 1000;

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** All that the page says of the work, as the HTML that search engines want. */
const toHtml = ({ description, requirements }: Posting) =>
  [
    ...description.split('\n').map((line) => `<p>${escapeHtml(line)}</p>`),
    ...(requirements?.length
      ? [`<ul>${requirements.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`]
      : []),
  ].join('');

const endOf = ({ created_at }: Posting) => Date.parse(created_at) + ADVERTISED_DAYS * DAY_MS;

const toFacts = (posting: Posting) => {
  const { id, title, location, type, created_at } = posting;
  const employmentType = EMPLOYMENT_TYPES[type.toLowerCase()];
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    identifier: { '@type': 'PropertyValue', name: COMPANY.name, value: id },
    title,
    description: toHtml(posting),
    datePosted: created_at.slice(0, 10),
    validThrough: new Date(endOf(posting)).toISOString(),
    hiringOrganization: {
      '@type': 'Organization',
      name: COMPANY.name,
      sameAs: COMPANY.origin,
      logo: `${COMPANY.origin}/icons/icon-512.png`,
    },
    jobLocation: {
      '@type': 'Place',
      address: { '@type': 'PostalAddress', addressLocality: location, addressCountry: 'GB' },
    },
    ...(employmentType && { employmentType }),
    directApply: true,
  };
};

const isOver = (posting: Posting) => endOf(posting) <= Date.now();

/**
 * The open position in the form that search engines read, which want it on a page of its own: only facts that its posting holds, and
 * nothing once its time is over. https://developers.google.com/search/docs/appearance/structured-data/job-posting
 */
export default function JobPostingData({ posting }: { posting: Posting }) {
  return isOver(posting) ? null : <JsonLd facts={toFacts(posting)} />;
}
