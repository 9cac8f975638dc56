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

const toJobPosting = ({ id, title, description, location, type, created_at }: Posting) => {
  const employmentType = EMPLOYMENT_TYPES[type.toLowerCase()];
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    identifier: id,
    title,
    description,
    datePosted: created_at.slice(0, 10),
    hiringOrganization: { '@type': 'Organization', name: COMPANY.name, sameAs: COMPANY.origin },
    jobLocation: {
      '@type': 'Place',
      address: { '@type': 'PostalAddress', addressLocality: location, addressCountry: 'GB' },
    },
    ...(employmentType && { employmentType }),
    directApply: true,
  };
};

/** The open positions in the form that search engines read: only facts that their postings hold. */
export default function JobPostingData({ postings }: { postings: readonly Posting[] }) {
  return <JsonLd facts={postings.map(toJobPosting)} />;
}
