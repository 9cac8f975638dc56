import { beforeAll, expect, test } from 'vitest';
import type { COMPANY } from '../../src/site/content/company.ts';
import { EVERY_FACT } from '../support/every-fact.ts';
import { renderSite } from './support/render-site.ts';

const { hours, legalIdentity, visits } = EVERY_FACT;

/** Each fact that may be empty, with its empty value, and some of its texts. */
const EMPTIED: Record<string, { facts: Partial<typeof COMPANY>; gone: readonly string[] }> = {
  prices: { facts: { prices: {} }, gone: ['What it costs', 'From £', 'where ours begin'] },
  reviews: { facts: { reviews: null }, gone: ['reviews on Google'] },
  guarantee: { facts: { guarantee: '' }, gone: ['Not happy with something'] },
  insurance: { facts: { insurance: '' }, gone: ['Insured up to', 'something gets broken'] },
  vetting: { facts: { vetting: '' }, gone: ['PVG-registered'] },
  cancelling: {
    facts: { cancelling: '' },
    gone: ['free of charge up to', 'need to cancel or move'],
  },
  paying: { facts: { paying: '' }, gone: ['bank transfer', 'How do I pay'] },
  areas: {
    facts: { areas: [], districts: [] },
    gone: ['Where do you work?', 'Barrhead', 'Your postcode or town'],
  },
  region: { facts: { region: '' }, gone: ['in Paisley and Glasgow</h1>'] },
  position: { facts: { position: null }, gone: ['GeoCoordinates', 'is marked'] },
  group: { facts: { group: '' }, gone: ['division of'] },
  services: { facts: { services: [] }, gone: ['>Services</h2>'] },
  social: { facts: { social: {} }, gone: ['Follow us', 'facebook.com'] },
  whatsappLink: { facts: { whatsappLink: '' }, gone: ['Chat on WhatsApp'] },
  legalIdentity: {
    facts: {
      legalIdentity: { registeredName: '', companyNumber: '', registeredOffice: '', vatNumber: '' },
    },
    gone: ['Registered in Scotland', 'VAT no.'],
  },
  postalAddress: {
    facts: {
      postalAddress: { street: '', town: '', region: '', postcode: '' },
      legalIdentity: { ...legalIdentity, registeredOffice: '' },
    },
    gone: ['streetAddress'],
  },
  visits: { facts: { visits: { team: '', price: '' } }, gone: [visits.team, visits.price] },
  hours: {
    facts: { hours: { ...hours, phone: '', visits: '', visitDays: [], visitsFrom: '' } },
    gone: [hours.phone, hours.visits, 'OpeningHours'],
  },
};

const ALL = Object.assign({}, ...Object.values(EMPTIED).map(({ facts }) => facts)) as Partial<
  typeof COMPANY
>;

/**
 * The remains of an emptied fact: an element or heading without content, or a sentence with a gap.
 */
function gapsIn(markup: string): string[] {
  // Live regions are hidden while empty, and screen-reader texts by styles.
  const shown = markup
    .replaceAll(/<script[\s\S]*?<\/script>/g, '')
    .replaceAll(/<(\w+)[^>]*(?:aria-hidden="true"|role="status"|empty:hidden)[^>]*><\/\1>/g, '')
    .replaceAll(/<svg[\s\S]*?<\/svg>/g, '(icon)');
  const text = shown
    .replaceAll(/<(?=\/?(?:p|li|dt|dd|h\d|div|section|ul|ol|dl|a|button|summary)\b)[^>]*>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#x27;', '’');
  return [
    ...[...shown.matchAll(/<(h\d|p|ul|ol|li|dl|dt|dd|a|section|aside)\b[^>]*>\s*<\/\1>/g)],
    ...[...shown.matchAll(/<\/h[2-6]>\s*<\/(?:section|div|aside|li)>/g)],
    ...[...shown.matchAll(/<dt\b[^>]*>[^<]*<\/dt>\s*<\/(?:dl|div)>/g)],
    ...[...text.matchAll(/^.*(?:[ ,.:][.,]|\( *\)|undefined|null|\[object| {2}).*$/gm)],
  ].map(([gap]) => gap);
}

// Compiles every module of the site once, before the first test.
beforeAll(() => renderSite(), 60_000);

const asOneText = async (facts: Partial<typeof COMPANY>) => {
  const site = await renderSite({ ...EVERY_FACT, ...facts });
  const pages = await Promise.all(site.paths.map(site.render));
  return [await site.renderFacts('/'), ...pages].join('\n');
};

test('with every fact there, no page has a gap, and every fact is shown', async () => {
  const texts = await asOneText({});
  expect(gapsIn(texts)).toEqual([]);
  const unseen = Object.values(EMPTIED).flatMap(({ gone }) =>
    gone.filter((text) => !texts.includes(text)),
  );
  expect(unseen).toEqual([]);
});

for (const [fact, { facts, gone }] of Object.entries(EMPTIED))
  test(`without ${fact}, the pages leave it out and have no gap`, async () => {
    const texts = await asOneText(facts);
    expect(gone.filter((text) => texts.includes(text))).toEqual([]);
    expect(gapsIn(texts)).toEqual([]);
  });

test('without all of them at once, no page has a gap', async () => {
  expect(gapsIn(await asOneText(ALL))).toEqual([]);
});
