import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { connect } from 'node:tls';
import { releaseOf } from '../../../src/core/errors/describe-error.ts';
import { COMPANY } from '../../../src/site/content/company.ts';
import { DATA_PROTECTION } from '../../../src/site/content/data-protection.ts';
import { sampleFacts } from '../../../src/site/content/sample-facts.ts';
import { reasonOf } from '../../local/project-fetch.ts';
import {
  headersAt,
  parseHeaderRules,
  ruleFor,
  type HeaderRule,
} from '../../local/site/host-rules.ts';
import { check, missing, ok, unchecked, wrong } from './check.ts';
import { NEEDS_STATE } from './check-project.ts';
import { ask, call, type Answer } from './project.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const HSTS = 'strict-transport-security';
const BUILD =
  'npm run build, with the same VITE_SUPABASE_URL and VITE_SUPABASE_PUBLISHABLE_KEY, and give the host the folder dist';
const FACTS = 'src/site/content/company.ts and data-protection.ts';

/** Hosts renew a certificate about a month before its end. */
const CERTIFICATE_DAYS = 14;
const TIMEOUT_MS = 30_000;

/** This many errors in one or two days need attention. */
const MANY_ERRORS = 20;

/** The site, its host and the company's facts. */
export const SITE_CHECKS = [
  check({
    name: 'site',
    ask: async ({ site, front }) =>
      front && { front, robots: (await ask(`${site}/robots.txt`)).text },
    needs: 'SITE_URL',
    expect: ({ front, robots }, { site }) => {
      if (front.status !== 200)
        return wrong(
          front.status === 0
            ? `no answer (${front.text})`
            : `its front page was answered ${front.status}`,
          'look at SITE_URL, the domain and the host',
        );
      const origin = /^Sitemap: (.*)\/sitemap\.xml$/m.exec(robots)?.[1];
      if (origin === undefined) return wrong('robots.txt is not the one of this site', BUILD);
      return origin === site
        ? ok('served, and knows its address')
        : wrong(
            'calls itself by another address than SITE_URL',
            'set origin in src/site/content/company.ts, and build',
          );
    },
  }),
  check({
    name: 'policy',
    ask: ({ front }) => front,
    needs: 'SITE_URL',
    expect: ({ status, headers }, { url }) => {
      if (status !== 200) return unchecked('needs the site');
      const policy = headers.get('content-security-policy');
      if (policy === null)
        return missing(
          'the site has no content security policy',
          'let the host read _headers, which stands in dist',
        );
      const { origin } = new URL(url);
      const isSame = ['connect-src', 'img-src'].every(
        (directive) =>
          sourcesOf(policy, directive)
            .filter((source) => /^https?:/.test(source))
            .join() === origin,
      );
      return isSame
        ? ok('lets pages ask this project and nobody else')
        : wrong('names other projects than this one: requests would be refused', BUILD);
    },
  }),
  check({
    name: 'certificate',
    ask: async ({ site }) => {
      if (site === null) return null;
      if (!site.startsWith('https:')) return 'none';
      return readLastDay(new URL(site)).catch(reasonOf);
    },
    needs: 'SITE_URL',
    expect: (lastDay, { now }) => {
      if (lastDay === 'none') return unchecked('this address has none');
      if (typeof lastDay === 'string') return wrong(`could not be read (${lastDay})`);
      const found = `valid until ${lastDay.toISOString().slice(0, 10)}`;
      return lastDay.getTime() - now < CERTIFICATE_DAYS * DAY_MS ? wrong(found) : ok(found);
    },
    remedy: 'look at the domain’s settings at the host: it renews certificates by itself',
  }),
  check({
    name: 'headers',
    ask: async ({ site, dist }) => (site === null ? null : compareWithBuild(site, dist)),
    needs: 'SITE_URL',
    expect: (compared) => {
      if (compared === 'no build')
        return unchecked('there is no build here to compare with', BUILD);
      const { addresses, differing, unknown } = compared;
      if (differing.length > 0)
        return wrong(
          `${differing.length} of ${addresses} addresses differ from the build, as ${differing[0]}`,
          'let the host serve dist as built, with its _headers',
        );
      return unknown === null
        ? ok(`as the build wrote them, at ${addresses} addresses`)
        : wrong(...unknown);
    },
  }),
  check({
    name: 'browser errors',
    // The releases that the site serves are stored first: the database counts the errors of these alone.
    ask: async (project) => {
      const releases = project.site === null ? [] : await servedReleases(project.site);
      if (releases.length > 0) await call(project, 'note_releases', { _releases: releases });
      return call<{ errors: number; kinds: number; worst: string | null }>(
        project,
        'browser_error_counts',
      );
    },
    needs: NEEDS_STATE,
    expect: ({ errors, kinds, worst }) => {
      if (errors === 0) return ok('none since yesterday');
      const found = `${errors} since yesterday, of ${kinds} kinds; most often ${worst}`;
      return errors < MANY_ERRORS ? ok(found) : wrong(found);
    },
    remedy: '`select * from public.browser_errors order by day desc, times desc` lists them',
  }),
  check({
    name: 'facts',
    ask: () => sampleFacts(),
    expect: (samples) =>
      samples.length === 0
        ? ok('none is a sample')
        : missing(`${samples.length} are samples: ${samples.join(', ')}`),
    remedy: `replace them in ${FACTS}, take their names off the lists of samples there, and build`,
  }),
  check({
    name: 'legal identity',
    // The facts that a company's site must state by law.
    ask: () => ({
      'registered name': COMPANY.legalIdentity.registeredName,
      'company number': COMPANY.legalIdentity.companyNumber,
      'registered office': COMPANY.legalIdentity.registeredOffice,
      'controller’s name': DATA_PROTECTION.controller.name,
      'controller’s address': DATA_PROTECTION.controller.address,
    }),
    expect: (facts: Record<string, string>) => {
      const empty = Object.keys(facts).filter((fact) => facts[fact]?.trim() === '');
      return empty.length === 0
        ? ok('the company and the controller are named')
        : missing(`empty: ${empty.join(', ')}`);
    },
    remedy: `fill them in ${FACTS}, and build`,
  }),
];

/** The last day of the certificate that a server presents, also of one that is invalid. */
function readLastDay({ hostname, port }: URL): Promise<Date> {
  return new Promise((resolve, reject) => {
    const socket = connect(
      // An expired certificate has to be read, too. Nothing is sent.
      {
        host: hostname,
        servername: hostname,
        port: Number(port || 443),
        rejectUnauthorized: false,
      },
      () => {
        resolve(new Date(socket.getPeerCertificate().valid_to));
        socket.destroy();
      },
    );
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('ETIMEDOUT')));
    socket.once('error', reject);
  });
}

const sourcesOf = (policy: string, directive: string) =>
  policy
    .split(';')
    .map((part) => part.trim().split(/\s+/))
    .find(([name]) => name === directive)
    ?.slice(1) ?? [];

/** The addresses whose headers differ from the build's, and a fault of the answers about addresses without a file. */
async function compareWithBuild(site: string, dist: string) {
  const file = path.join(dist, '_headers');
  if (!existsSync(file)) return 'no build';
  const rules = parseHeaderRules(readFileSync(file, 'utf8'));
  const addresses = rules.flatMap((rule) => addressOf(dist, rule) ?? []);
  const found = await Promise.all(addresses.map((address) => differenceAt(site, rules, address)));
  return {
    addresses: addresses.length,
    differing: found.filter((difference) => difference !== null),
    unknown: await faultOfUnknown(site, readFileSync(path.join(dist, '404.html'), 'utf8')),
  };
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
