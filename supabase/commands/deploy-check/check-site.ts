import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { releaseOf } from '../../../src/core/errors/describe-error.ts';
import { keyHeaders } from '../../functions/_shared/project-api.ts';
import {
  headersAt,
  parseHeaderRules,
  ruleFor,
  type HeaderRule,
} from '../../local/site/host-rules.ts';
import { ok, missing, unchecked, wrong, type Line } from './report.ts';
import { ask, readObject, type Answer, type Target } from './target.ts';

const HSTS = 'strict-transport-security';
const BUILD =
  'npm run build, with the same VITE_SUPABASE_URL and VITE_SUPABASE_PUBLISHABLE_KEY, and give the host the folder dist';

/**
 * Checks the site's front page and its policy, and that it was built for this project and address.
 */
export async function checkSite(target: Target): Promise<Line[]> {
  const { site } = target;
  if (site === null)
    return [unchecked('site', 'needs SITE_URL'), unchecked('policy', 'needs SITE_URL')];
  const [page, robots] = await Promise.all([ask(`${site}/`), ask(`${site}/robots.txt`)]);
  if (page.status !== 200) {
    return [
      wrong(
        'site',
        page.status === 0
          ? `no answer (${page.text})`
          : `its front page was answered ${page.status}`,
        'look at SITE_URL, the domain and the host',
      ),
      unchecked('policy', 'needs the site'),
    ];
  }
  return [checkOrigin(site, robots), checkPolicy(target, page)];
}

function checkOrigin(site: string, robots: Answer): Line {
  const name = 'site';
  const origin = /^Sitemap: (.*)\/sitemap\.xml$/m.exec(robots.text)?.[1];
  if (origin === undefined) return wrong(name, 'robots.txt is not the one of this site', BUILD);
  return origin === site
    ? ok(name, 'served, and knows its address')
    : wrong(
        name,
        'calls itself by another address than SITE_URL',
        'set origin in src/site/content/company.ts, and build',
      );
}

const sourcesOf = (policy: string, directive: string) =>
  policy
    .split(';')
    .map((part) => part.trim().split(/\s+/))
    .find(([name]) => name === directive)
    ?.slice(1) ?? [];

function checkPolicy({ url }: Target, { headers }: Answer): Line {
  const name = 'policy';
  const policy = headers.get('content-security-policy');
  if (policy === null)
    return missing(
      name,
      'the site has no content security policy',
      'let the host read _headers, which stands in dist',
    );
  const { origin } = new URL(url);
  const others = (directive: string) =>
    sourcesOf(policy, directive).filter((source) => /^https?:/.test(source));
  const isSame = ['connect-src', 'img-src'].every(
    (directive) => others(directive).join() === origin,
  );
  return isSame
    ? ok(name, 'lets pages ask this project and nobody else')
    : wrong(name, 'names other projects than this one: requests would be refused', BUILD);
}

/** An address to test a rule of `_headers` with: the rule's own, or that of a file it covers. */
function addressOf(dist: string, { from }: HeaderRule): string | undefined {
  if (!from.endsWith('*')) return from;
  const folder = path.join(dist, from.slice(0, -1));
  if (from === '/*' || !existsSync(folder)) return undefined;
  const file = readdirSync(folder, { withFileTypes: true }).find(
    (entry) => entry.isFile() && entry.name !== 'index.html',
  );
  return file && `${from.slice(0, -1)}${encodeURIComponent(file.name)}`;
}

/**
 * Checks that every kind of address has the headers of the build, and that unknown addresses and
 * missing files answer 404 as they should.
 */
export async function checkHeaders({ site }: Pick<Target, 'site'>, dist: string): Promise<Line> {
  const name = 'headers';
  if (site === null) return unchecked(name, 'needs SITE_URL');
  const file = path.join(dist, '_headers');
  if (!existsSync(file)) return unchecked(name, 'there is no build here to compare with', BUILD);
  const rules = parseHeaderRules(readFileSync(file, 'utf8'));
  const addresses = rules.flatMap((rule) => addressOf(dist, rule) ?? []);
  const differing = (
    await Promise.all(addresses.map((address) => differenceAt(site, rules, address)))
  ).filter((found) => found !== null);
  if (differing.length > 0) {
    return wrong(
      name,
      `${differing.length} of ${addresses.length} addresses differ from the build, as ${differing[0]}`,
      'let the host serve dist as built, with its _headers',
    );
  }
  const fault = await faultOfUnknown(site, readFileSync(path.join(dist, '404.html'), 'utf8'));
  if (fault !== null) return wrong(name, ...fault);
  return ok(name, `as the build wrote them, at ${addresses.length} addresses`);
}

/** A fault of the host's answers about addresses without a file, and its remedy; null for none. */
async function faultOfUnknown(site: string, page: string): Promise<[string, string] | null> {
  const [unknown, file] = await Promise.all([
    ask(`${site}/there-is-no-such-page`),
    ask(`${site}/assets/there-is-no-such-file.js`),
  ]);
  const serve = 'let the host serve 404.html with 404';
  if (unknown.status !== 404) return [`an unknown address was answered ${unknown.status}`, serve];
  if (unknown.text !== page) return ['an unknown address was answered without our page', serve];
  if (file.status !== 404) return [`a missing file was answered ${file.status}`, serve];
  return /immutable|max-age=0*[1-9]/.test(file.headers.get('cache-control') ?? '')
    ? [
        'browsers may keep the answer that a file is missing',
        'no header of /assets/* for answers with 404; on Cloudflare, npx wrangler deploy does it',
      ]
    : null;
}

/** A redirect's headers belong to the host, so only its target is compared. */
function redirectDifference(
  site: string,
  address: string,
  to: string,
  { headers }: Answer,
): string | null {
  const location = headers.get('location') ?? '';
  const isMeant = new URL(location, site).href === new URL(to, site).href;
  return isMeant ? null : `${address}: leads elsewhere than to ${to}`;
}

const REDIRECTS = new Set([301, 302, 307, 308]);

/** The address of the page in a file of this name; null for a file of another kind. */
const pageOf = (address: string): string | null =>
  address.endsWith('.html') ? address.replace(/(index)?\.html$/, '') : null;

/**
 * The address and the first header that differs; null if none does. It omits the value, because the
 * policy is long.
 */
async function differenceAt(
  site: string,
  rules: readonly HeaderRule[],
  address: string,
): Promise<string | null> {
  const answer = await ask(`${site}${address}`);
  const rule = ruleFor(address);
  if (rule?.status === 301) {
    return answer.status === 301
      ? redirectDifference(site, address, rule.to, answer)
      : `${address}: answered ${answer.status}, not 301`;
  }
  // Cloudflare leads from a page's file to its address.
  const page = pageOf(address);
  if (page !== null && REDIRECTS.has(answer.status))
    return (
      redirectDifference(site, address, page, answer) ?? (await differenceAt(site, rules, page))
    );
  if (answer.status !== 200) return `${address}: answered ${answer.status}`;
  for (const [header, value] of Object.entries(headersAt(rules, address))) {
    const served = answer.headers.get(header);
    // This header has no effect without TLS, and a proxy may set a stricter one.
    const isServed =
      header === HSTS ? site.startsWith('http:') || served?.includes('max-age=') : served === value;
    if (!isServed) return `${address}: ${header}`;
  }
  return null;
}

/** This many errors in one or two days need attention. */
const MANY_ERRORS = 20;

/** The pages with the scripts that report errors. */
const REPORTING_PAGES = ['/', '/admin/'];

/** The releases that a site's pages name as the source of their errors. */
async function servedReleases(site: string): Promise<string[]> {
  const pages = await Promise.all(REPORTING_PAGES.map((page) => ask(`${site}${page}`)));
  const files = pages.flatMap(({ status, text }) =>
    status === 200 ? [...text.matchAll(/\/assets\/[\w.-]+\.js/g)] : [],
  );
  return [...new Set(files.map(([file]) => releaseOf(file)))];
}

/**
 * Checks the errors that browsers reported yesterday and today. Notes the releases that the site
 * serves: from then on the database counts the errors of noted releases only.
 */
export async function checkBrowserErrors({ url, site, secretKey }: Target): Promise<Line> {
  const name = 'browser errors';
  if (secretKey === null) return unchecked(name, 'needs the secret key');
  const call = (rpc: string, parameters: object) =>
    ask(`${url}/rest/v1/rpc/${rpc}`, {
      method: 'POST',
      headers: { ...keyHeaders(secretKey), 'content-type': 'application/json' },
      body: JSON.stringify(parameters),
    });
  const releases = site !== null ? await servedReleases(site) : [];
  if (releases.length > 0) await call('note_releases', { _releases: releases });
  const answer = await call('browser_error_counts', {});
  const { errors, kinds, worst } = readObject(answer) as {
    errors?: number;
    kinds?: number;
    worst?: string | null;
  };
  if (errors === undefined || kinds === undefined) return unchecked(name, 'needs the migrations');
  if (errors === 0) return ok(name, 'none since yesterday');
  const found = `${errors} since yesterday, of ${kinds} kinds; most often ${worst}`;
  return errors < MANY_ERRORS
    ? ok(name, found)
    : wrong(
        name,
        found,
        '`select * from public.browser_errors order by day desc, times desc` lists them',
      );
}
