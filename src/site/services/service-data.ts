import { NAMED_SERVICE_KEYS, NAMED_SERVICES } from '../../core/domain/named-services.ts';
import { COMPANY } from '../content/company.ts';
import { SEARCH_NAMES } from './search-names.ts';

const { areas, origin, prices } = COMPANY;

const step = (position: number, name: string, path: string) => ({
  '@type': 'ListItem',
  position,
  name,
  item: origin + path,
});

/** Each service with a page and its place in the site, as structured data by the page's path. */
export const SERVICE_DATA: Readonly<Record<string, readonly object[]>> = Object.fromEntries(
  NAMED_SERVICE_KEYS.map((key) => {
    const path = `/services/${key}`;
    const named = NAMED_SERVICES[key];
    const price = prices[named.type];
    const service = {
      '@context': 'https://schema.org',
      '@type': 'Service',
      name: named.name,
      serviceType: SEARCH_NAMES[key],
      url: origin + path,
      provider: { '@id': `${origin}/#business`, '@type': 'Organization', name: COMPANY.name },
      areaServed: areas.map((name) => ({ '@type': 'City', name })),
      ...(price && {
        offers: {
          '@type': 'Offer',
          url: `${origin}/booking?service=${key}`,
          priceSpecification: {
            '@type': 'UnitPriceSpecification',
            minPrice: price.from,
            priceCurrency: 'GBP',
            ...(price.per === 'hour' && { unitCode: 'HUR' }),
          },
        },
      }),
    };
    const breadcrumbs = {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        step(1, 'Home', '/'),
        step(2, 'Services', '/services'),
        step(3, named.name, path),
      ],
    };
    return [path, [service, breadcrumbs]];
  }),
);
