import { COMPANY } from './company.ts';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const isEmpty = (fact: unknown) =>
  fact === '' || fact === undefined || fact === null || (Array.isArray(fact) && fact.length === 0);

const withoutEmpty = <Facts extends object>(facts: Facts) =>
  Object.fromEntries(Object.entries(facts).filter(([, fact]) => !isEmpty(fact)));

const { hours, legalIdentity, origin, phoneLink, position, postalAddress, prices } = COMPANY;

const hourly = Object.values(prices)
  .filter(({ per }) => per === 'hour')
  .map(({ from }) => from);

const openingHours = hours.visitDays.length > 0 &&
  hours.visitsFrom !== '' &&
  hours.visitsUntil !== '' && {
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: hours.visitDays.map((day) => DAYS[day]),
    opens: hours.visitsFrom,
    closes: hours.visitsUntil,
  };

const YEAR = new Date().getFullYear();

/** The days without visits in the year of the build and the next. */
const closedDays = [YEAR, YEAR + 1]
  .flatMap((year) => Object.keys(hours.noVisits).map((day) => `${year}-${day}`))
  .map((day) => ({
    '@type': 'OpeningHoursSpecification',
    opens: '00:00',
    closes: '00:00',
    validFrom: day,
    validThrough: day,
  }));

/**
 * The company as structured data; empty facts are left out. No rating: search engines accept none
 * from the company itself.
 * https://developers.google.com/search/docs/appearance/structured-data/local-business
 */
export const BUSINESS_DATA = withoutEmpty({
  '@context': 'https://schema.org',
  '@type': 'LocalBusiness',
  '@id': `${origin}/#business`,
  name: COMPANY.name,
  legalName: legalIdentity.registeredName,
  vatID: legalIdentity.vatNumber,
  description: COMPANY.description,
  url: `${origin}/`,
  logo: `${origin}/icons/icon-512.png`,
  image: `${origin}/og/site.jpg`,
  telephone: phoneLink.replace('tel:', ''),
  email: COMPANY.email,
  address: withoutEmpty({
    '@type': 'PostalAddress',
    streetAddress: postalAddress.street,
    addressLocality: postalAddress.town,
    addressRegion: postalAddress.region,
    postalCode: postalAddress.postcode,
    addressCountry: 'GB',
  }),
  geo: position && { '@type': 'GeoCoordinates', ...position },
  areaServed: COMPANY.areas.map((name) => ({ '@type': 'City', name })),
  openingHoursSpecification: openingHours ? [openingHours] : [],
  specialOpeningHoursSpecification: openingHours ? closedDays : [],
  priceRange: hourly.length > 0 ? `From £${Math.min(...hourly)} an hour` : '',
  foundingDate: String(COMPANY.since),
  parentOrganization: COMPANY.group && { '@type': 'Organization', name: COMPANY.group },
  sameAs: Object.values(COMPANY.social).filter((profile) => !isEmpty(profile)),
});
