import type { Posting } from '../../core/server/public-reads.ts';
import { JsonLd } from '../../ui/json-ld.tsx';
import { COMPANY } from '../content/company.ts';

/** Employment types that search engines know; others are left out. */
const EMPLOYMENT_TYPES: Record<string, string> = {
  'full-time': 'FULL_TIME',
  'part-time': 'PART_TIME',
  contract: 'CONTRACTOR',
  temporary: 'TEMPORARY',
};

/** Pay as the office writes it: `£13.80 an hour`, `£29,500 a year`. */
const PAY = /£(\d[\d,]*(?:\.\d\d)?) (?:an|a|per) (hour|day|week|month|year)\b/;

/** Before an amount that is no exact pay: `up to £15 an hour`. */
const BOUND = /(?:\b(?:to|from|than|over|about)|[-–—])\s*$/i;

/** The pay that a posting states; null without one, with a range, and beside other amounts. */
function payIn(text: string) {
  const pay = PAY.exec(text);
  if (!pay || text.split('£').length > 2 || BOUND.test(text.slice(0, pay.index))) return null;
  const [, amount = '', unit = ''] = pay;
  return {
    '@type': 'MonetaryAmount',
    currency: 'GBP',
    value: {
      '@type': 'QuantitativeValue',
      value: Number(amount.replaceAll(',', '')),
      unitText: unit.toUpperCase(),
    },
  };
}

/** How long search engines are asked to show a position after it was posted. */
const ADVERTISED_DAYS = 60;
const DAY_MS = 24 * 60 * 60 * 1000;

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The posting's texts as HTML, as search engines expect them. */
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
  const baseSalary = payIn([posting.description, ...(posting.requirements ?? [])].join('\n'));
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
    ...(baseSalary && { baseSalary }),
    directApply: true,
  };
};

const isOver = (posting: Posting) => endOf(posting) <= Date.now();

/**
 * The open position as structured data, with facts of its posting only; nothing after its closing
 * date. https://developers.google.com/search/docs/appearance/structured-data/job-posting
 */
export default function JobPostingData({ posting }: { posting: Posting }) {
  return isOver(posting) ? null : <JsonLd facts={toFacts(posting)} />;
}
