import { buildSite } from '../../supabase/local/site/build-site.ts';

/** Sees to it that the tests meet the site as it is now. */
export default (): Promise<void> => buildSite(new AbortController().signal);
