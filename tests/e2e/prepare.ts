import { buildSite } from '../../supabase/local/site/build-site.ts';

/** Builds the site from the current sources before the tests. */
export default (): Promise<void> => buildSite(new AbortController().signal);
