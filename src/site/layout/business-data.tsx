import { JsonLd } from '../../ui/json-ld.tsx';
import { COMPANY } from '../content/company.ts';

const BUSINESS = {
  '@context': 'https://schema.org',
  '@type': 'LocalBusiness',
  name: COMPANY.name,
  description: COMPANY.description,
  url: `${COMPANY.origin}/`,
  image: `${COMPANY.origin}/og-image.jpg`,
  telephone: COMPANY.phoneLink.replace('tel:', ''),
  email: COMPANY.email,
  address: COMPANY.address,
  foundingDate: String(COMPANY.since),
  parentOrganization: { '@type': 'Organization', name: COMPANY.group },
};

/** The company's facts in the form that search engines read. */
export const BusinessData = () => <JsonLd facts={BUSINESS} />;
