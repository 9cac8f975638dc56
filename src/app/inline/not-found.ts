/** The not-found page's inline script: it opens the page that the address means, if there is one. */
import { addressOf, tidyPath } from '../../core/domain/tidy-path.ts';

const paths = JSON.parse(
  (document.getElementById('paths') as HTMLScriptElement).text,
) as readonly string[];
const tidy = tidyPath(location.pathname);
const isPage = paths.includes(tidy.path) || /^\/admin(\/|$)/.test(tidy.path);
if (isPage && tidy.path !== location.pathname) location.replace(addressOf(tidy, location));
