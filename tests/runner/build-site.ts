import { buildSite } from '../../supabase/local/site/build-site.ts';

await buildSite(new AbortController().signal);
