import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import JobPostingData from '../../src/site/careers/job-posting-data.tsx';
import { COMPANY } from '../../src/site/content/company.ts';
import { renderSite } from './support/render-site.ts';

type Facts = Record<string, unknown>;

interface Rules {
  required: readonly string[];
  /** Properties that search results show if present. */
  recommended: readonly string[];
  /** Recommended properties that the site lacks, with the reason. */
  absent: Readonly<Record<string, string>>;
}

/**
 * Google Search's properties of each type:
 * https://developers.google.com/search/docs/appearance/structured-data/search-gallery
 */
const RULES: Record<string, Rules> = {
  LocalBusiness: {
    required: ['name', 'address'],
    recommended: ['url', 'telephone', 'priceRange', 'openingHoursSpecification', 'image', 'geo'],
    absent: {
      department: 'it has none',
      aggregateRating: 'a company’s rating of itself is not shown',
      review: 'nor are reviews of itself on its own site',
      menu: 'for restaurants',
      servesCuisine: 'for restaurants',
    },
  },
  JobPosting: {
    required: ['title', 'description', 'datePosted', 'hiringOrganization', 'jobLocation'],
    recommended: ['validThrough', 'employmentType', 'identifier', 'directApply', 'baseSalary'],
    absent: {
      applicantLocationRequirements: 'for work from home',
      jobLocationType: 'for work from home',
    },
  },
  FAQPage: { required: ['mainEntity'], recommended: [], absent: {} },
  Question: { required: ['name', 'acceptedAnswer'], recommended: [], absent: {} },
  Answer: { required: ['text'], recommended: [], absent: {} },
  PostalAddress: {
    required: ['addressCountry'],
    recommended: ['addressLocality'],
    absent: {},
  },
  OpeningHoursSpecification: {
    required: [],
    recommended: ['opens', 'closes'],
    absent: {},
  },
  GeoCoordinates: { required: ['latitude', 'longitude'], recommended: [], absent: {} },
  Organization: { required: ['name'], recommended: [], absent: {} },
  PropertyValue: { required: ['name', 'value'], recommended: [], absent: {} },
  MonetaryAmount: { required: ['currency', 'value'], recommended: [], absent: {} },
  QuantitativeValue: {
    required: ['value', 'unitText'],
    recommended: [],
    absent: { minValue: 'the office states one', maxValue: 'the office states one' },
  },
  Place: { required: ['address'], recommended: [], absent: {} },
  // Search engines show no special result for a service; these properties describe the offer.
  Service: {
    required: ['name', 'provider'],
    recommended: ['serviceType', 'areaServed', 'offers', 'url'],
    absent: { aggregateRating: 'a company’s rating of itself is not shown' },
  },
  Offer: { required: ['priceSpecification'], recommended: ['url'], absent: {} },
  UnitPriceSpecification: {
    required: ['minPrice', 'priceCurrency'],
    recommended: ['unitCode'],
    absent: { price: 'prices begin at the lowest' },
  },
  BreadcrumbList: { required: ['itemListElement'], recommended: [], absent: {} },
  ListItem: { required: ['position', 'name', 'item'], recommended: [], absent: {} },
  City: { required: ['name'], recommended: [], absent: {} },
};

const POSTING = {
  id: '0b0f1c1e-6a0f-4c36-9d0e-2f1f7f0a5c11',
  title: 'Window Cleaner',
  location: 'Paisley',
  type: 'Part-time',
  description: 'Cleans windows < 10 m & doors.\n£14 an hour.',
  requirements: ['A head for heights'],
  created_at: '2026-11-20T10:00:00+00:00',
  rev: 1,
};

afterEach(() => vi.useRealTimers());

/** Every typed object in a page's structured data, outermost first. */
function typedIn(value: unknown): Facts[] {
  if (Array.isArray(value)) return value.flatMap(typedIn);
  if (typeof value !== 'object' || value === null) return [];
  const facts = value as Facts;
  return [...('@type' in facts ? [facts] : []), ...Object.values(facts).flatMap(typedIn)];
}

const dataIn = (markup: string): Facts[] =>
  [...markup.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, json = '']) => JSON.parse(json) as Facts,
  );

const postingData = (changes: Partial<typeof POSTING> = {}) =>
  dataIn(
    renderToStaticMarkup(createElement(JobPostingData, { posting: { ...POSTING, ...changes } })),
  );

let site: Awaited<ReturnType<typeof renderSite>>;
beforeAll(async () => {
  site = await renderSite();
});

test('each type of structured data has the properties that search engines require and recommend, or a reason why not', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-26'), toFake: ['Date'] });
  const data = [
    ...dataIn(await site.renderFacts('/')),
    ...dataIn(await site.renderFacts('/services')),
    ...dataIn(await site.renderFacts('/services/deep')),
    ...postingData(),
  ];
  expect(data.map((facts) => facts['@type'])).toEqual([
    'LocalBusiness',
    'FAQPage',
    'Service',
    'BreadcrumbList',
    'JobPosting',
  ]);

  const faults = typedIn(data).flatMap((facts) => {
    const type = String(facts['@type']);
    const rules = RULES[type];
    if (!rules) return [`${type} has no rules`];
    const { required, recommended, absent } = rules;
    return [
      ...[...required, ...recommended]
        .filter((name) => [undefined, null, ''].includes(facts[name] as never))
        .map((name) => `${type} has no ${name}`),
      ...Object.keys(absent)
        .filter((name) => name in facts)
        .map((name) => `${type} has ${name}`),
    ];
  });
  expect(faults).toEqual([]);
});

test.each([
  ['£13.80 an hour. 30 to 37 hours a week.', 13.8, 'HOUR'],
  ['37 hours a week, £29,500 a year', 29_500, 'YEAR'],
  ['£120 per day', 120, 'DAY'],
])('the pay in %j reaches the data of a position', (description, value, unitText) => {
  expect(postingData({ description })[0]).toMatchObject({
    baseSalary: { currency: 'GBP', value: { value, unitText } },
  });
});

test.each([
  'Good pay.',
  'From £13 to £15',
  '£12.50 to £13.80 an hour',
  'Up to £15 an hour',
  '£250 a year for work clothes, £13 an hour',
  '£13 an hour, after a year £14 an hour',
])('no pay is read from %j', (description) => {
  expect(postingData({ description })[0]).not.toHaveProperty('baseSalary');
});

test('the data of a service give its lowest price by its unit', async () => {
  const offerOf = async (key: string) => dataIn(await site.renderFacts(`/services/${key}`))[0];
  expect(await offerOf('move')).toMatchObject({
    serviceType: 'End of tenancy cleaning',
    offers: { priceSpecification: { minPrice: COMPANY.prices.move?.from, unitCode: 'HUR' } },
  });
  expect(await offerOf('event')).not.toHaveProperty('offers.priceSpecification.unitCode');
  const { renderFacts } = await renderSite({ prices: {} });
  expect(dataIn(await renderFacts('/services/move'))[0]).not.toHaveProperty('offers');
});

test('the company’s data are its facts', async () => {
  const [business] = dataIn(await site.renderFacts('/'));
  const { hours, postalAddress } = COMPANY;
  expect(business).toMatchObject({
    name: COMPANY.name,
    address: {
      streetAddress: postalAddress.street,
      addressLocality: postalAddress.town,
      postalCode: postalAddress.postcode,
    },
    areaServed: COMPANY.areas.map((name) => ({ name })),
    openingHoursSpecification: [
      { dayOfWeek: expect.any(Array), opens: hours.visitsFrom, closes: hours.visitsUntil },
    ],
  });
});

test('the company’s data name the days of this year and the next on which nobody comes', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-26'), toFake: ['Date'] });
  const { renderFacts } = await renderSite({
    hours: { ...COMPANY.hours, noVisits: { '12-25': 'Christmas Day', '01-01': 'New Year’s Day' } },
  });
  const [business] = dataIn(await renderFacts('/'));
  const closed = { opens: '00:00', closes: '00:00' };
  expect(business?.specialOpeningHoursSpecification).toMatchObject(
    ['2026-12-25', '2026-01-01', '2027-12-25', '2027-01-01'].map((day) => ({
      ...closed,
      validFrom: day,
      validThrough: day,
    })),
  );
});

test('a posting’s data hold all of its text as HTML, its type as search engines name it, and its end', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-26'), toFake: ['Date'] });
  expect(postingData()).toMatchObject([
    {
      description:
        '<p>Cleans windows &lt; 10 m &amp; doors.</p><p>£14 an hour.</p><ul><li>A head for heights</li></ul>',
      employmentType: 'PART_TIME',
      datePosted: '2026-11-20',
      validThrough: '2027-01-19T10:00:00.000Z',
    },
  ]);
  expect(postingData({ type: 'When it snows' })[0]).not.toHaveProperty('employmentType');
});

test('a posting whose time is over has no data', () => {
  vi.useFakeTimers({ now: Date.parse('2027-01-19T10:00:00Z'), toFake: ['Date'] });
  expect(postingData()).toEqual([]);
});
