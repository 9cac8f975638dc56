import { buildSite } from '../../supabase/local/site/build-site.ts';
import { installBrowsers } from './install-browsers.ts';

/** Installs the browsers and builds the site before the tests. */
export default async function prepare(): Promise<void> {
  installBrowsers();
  await buildSite(new AbortController().signal);
}
