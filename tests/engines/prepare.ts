import { buildSite } from '../../supabase/local/site/build-site.ts';
import { installBrowsers } from './install-browsers.ts';

/** Sees to it that the browsers are there, and the site as it is now. */
export default async function prepare(): Promise<void> {
  installBrowsers();
  await buildSite(new AbortController().signal);
}
