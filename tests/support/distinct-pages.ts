import { SITE_PAGES } from '../../src/app/paths.ts';

/** The public pages; one service's page stands for all nine, which differ in their texts alone. */
export const DISTINCT_PAGES = SITE_PAGES.filter(
  ({ path }) => !path.startsWith('/services/') || path === '/services/deep',
);
