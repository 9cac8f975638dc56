import type { PublicRead } from '../core/server/public-reads.ts';
import { NAMED_SERVICE_KEYS } from '../core/domain/named-services.ts';
import { addressOf, tidyPath } from '../core/domain/tidy-path.ts';
import { lazyPage } from './lazy-page.ts';

interface SitePage {
  path: string;
  /** The text of links to the page. */
  label: string;
  Page: ReturnType<typeof lazyPage>;
  listedIn: readonly ('navigation' | 'quick-links' | 'legal')[];
  /** Excluded from search engines, because it shows this device's data. */
  isPrivate?: true;
  /** Visitors come here to type, so its scripts load right after the first paint. */
  hasForm?: true;
  /** The list that visitors come for: its document requests it before the scripts are there. */
  list?: PublicRead;
}

const ServiceView = lazyPage(() => import('../site/services/service-view.tsx'));

/** Every public page, in the order of the navigation. */
export const SITE_PAGES: readonly SitePage[] = [
  {
    path: '/',
    label: 'Home',
    Page: lazyPage(() => import('../site/home/home-page.tsx')),
    listedIn: ['navigation'],
  },
  {
    path: '/about',
    label: 'About',
    Page: lazyPage(() => import('../site/about/about-page.tsx')),
    listedIn: ['navigation', 'quick-links'],
  },
  {
    path: '/services',
    label: 'Services',
    Page: lazyPage(() => import('../site/services/services-page.tsx')),
    listedIn: ['navigation', 'quick-links'],
  },
  ...NAMED_SERVICE_KEYS.map((key) => ({
    path: `/services/${key}`,
    label: '',
    Page: ServiceView,
    listedIn: [],
  })),
  {
    path: '/gallery',
    label: 'Gallery',
    Page: lazyPage(() => import('../site/gallery/gallery-page.tsx')),
    listedIn: ['navigation', 'quick-links'],
    list: 'gallery',
  },
  {
    path: '/testimonials',
    label: 'Testimonials',
    Page: lazyPage(() => import('../site/testimonials/testimonials-page.tsx')),
    listedIn: ['navigation'],
    list: 'testimonials',
  },
  {
    path: '/careers',
    label: 'Careers',
    Page: lazyPage(() => import('../site/careers/careers-page.tsx')),
    listedIn: ['navigation', 'quick-links'],
    hasForm: true,
    list: 'careers',
  },
  {
    path: '/contact',
    label: 'Contact',
    Page: lazyPage(() => import('../site/contact/contact-page.tsx')),
    listedIn: ['navigation'],
    hasForm: true,
  },
  {
    path: '/booking',
    label: 'Book a Service',
    Page: lazyPage(() => import('../site/booking/booking-page.tsx')),
    listedIn: [],
    hasForm: true,
  },
  {
    path: '/requests',
    label: 'My requests',
    Page: lazyPage(() => import('../site/requests/requests-page.tsx')),
    listedIn: [],
    isPrivate: true,
  },
  {
    path: '/privacy',
    label: 'Privacy',
    Page: lazyPage(() => import('../site/privacy/privacy-page.tsx')),
    listedIn: ['legal'],
  },
  {
    path: '/terms',
    label: 'Terms',
    Page: lazyPage(() => import('../site/terms/terms-page.tsx')),
    listedIn: ['legal'],
  },
  {
    path: '/accessibility',
    label: 'Accessibility',
    Page: lazyPage(() => import('../site/accessibility/accessibility-page.tsx')),
    listedIn: ['legal'],
  },
];

export const NotFoundPage = lazyPage(() => import('../site/not-found/not-found-page.tsx'));

/** The page at a path, also as people write it. */
export const pageAt = (pathname: string) =>
  SITE_PAGES.find(({ path }) => path === tidyPath(pathname).path)?.Page ?? NotFoundPage;

/** The address of the page that an address means, if it is another one; else null. */
export function correctedAddress(location: {
  pathname: string;
  search: string;
  hash: string;
}): string | null {
  const tidy = tidyPath(location.pathname);
  return tidy.path !== location.pathname && pageAt(tidy.path) !== NotFoundPage
    ? addressOf(tidy, location)
    : null;
}
