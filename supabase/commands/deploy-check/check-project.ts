import { createHash, randomInt } from 'node:crypto';
import { keyHeaders } from '../../functions/_shared/project-api.ts';
import { readMigrations } from '../../local/database/migrate.ts';
import { check, missing, ok, unchecked, wrong } from './check.ts';
import { ask, readBody, readState, type DeployState, type Project } from './project.ts';

export const NEEDS_STATE = 'the secret key and the migrations';
/** A check of the database's own report. */
export const OF_STATE = { ask: ({ state }: Project) => state, needs: NEEDS_STATE };

const KEYS_PAGE = 'the project’s settings, API keys';
const PUBLISHABLE_KEY = `export VITE_SUPABASE_PUBLISHABLE_KEY=<from ${KEYS_PAGE}>, and build the site again with it`;
const DB_PUSH = 'npx supabase db push --linked';

/** Whether the key claims to bypass row-level security. */
function isSecret(key: string): boolean {
  if (key.startsWith('sb_')) return key.startsWith('sb_secret_');
  try {
    const claims: unknown = JSON.parse(
      Buffer.from(key.split('.')[1] ?? '', 'base64url').toString(),
    );
    return (claims as { role?: string }).role === 'service_role';
  } catch {
    return false;
  }
}

/** As deploy_state makes it of a recorded text. */
const hashOf = (sql: string): string =>
  createHash('md5')
    .update(sql.replaceAll(/[ \t\r\n;]/g, ''))
    .digest('hex');

/** Stores config.toml; without SITE_URL the command line would store that name as the address. */
const pushSettings = ({ site }: Project) =>
  `SITE_URL=${site ?? 'https://www.example.com'} npx supabase config push`;

/** With more than these, cleaners are probably among them. */
const MANY_ADMINISTRATORS = 3;

/** Project, keys and accounts. */
export const PROJECT_CHECKS = [
  check({
    name: 'variables',
    ask: (project) => project,
    expect: ({ url, site, secretKey }) => {
      const lacking = [
        ...(site === null ? ['SITE_URL'] : []),
        ...(secretKey === null ? ['SUPABASE_SECRET_KEY'] : []),
      ];
      if (lacking.length > 0)
        return missing(
          `${lacking.join(' and ')}: the lines that need it are not checked`,
          lacking.map((name) => `export ${name}=…`).join('\n'),
        );
      return url.startsWith('https://') || /\/\/(localhost|127\.0\.0\.1)(:|$)/.test(url)
        ? ok('VITE_SUPABASE_URL, VITE_SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, SITE_URL')
        : wrong('VITE_SUPABASE_URL does not begin with https://');
    },
    remedy: 'export VITE_SUPABASE_URL=https://<ref>.supabase.co',
  }),
  check({
    name: 'publishable key',
    ask: ({ url, publishableKey }) =>
      ask(`${url}/rest/v1/careers?select=id&limit=1`, { headers: keyHeaders(publishableKey) }),
    expect: ({ status, text }, { publishableKey }) => {
      if (isSecret(publishableKey))
        return wrong(
          'it is a secret one, and browsers would get it',
          `${PUBLISHABLE_KEY}; change the secret key: it may be known`,
        );
      if (status === 0)
        return wrong(
          `the project does not answer (${text})`,
          'check VITE_SUPABASE_URL, and whether the project is paused',
        );
      if (status === 401) return wrong('the project does not know it');
      if (status === 404) return missing('the project accepts it, but has no lists yet', DB_PUSH);
      return status === 200
        ? ok('the project takes it')
        : wrong(`a public list was answered ${status}`);
    },
    remedy: PUBLISHABLE_KEY,
  }),
  check({
    name: 'secret key',
    ask: ({ stateAnswer }) => stateAnswer,
    expect: ({ status }, { secretKey }) => {
      if (secretKey === null) return missing('not in this environment');
      if (!isSecret(secretKey)) return wrong('it is not a secret one');
      if (status === 401 || status === 403) return wrong('the project does not know it');
      return status === 0 ? unchecked('the project does not answer') : ok('the project takes it');
    },
    remedy: `export SUPABASE_SECRET_KEY=<from ${KEYS_PAGE}>`,
  }),
  check({
    name: 'migrations',
    ask: ({ state, stateAnswer }) =>
      state === null && stateAnswer.status !== 404 ? null : { state },
    needs: 'the secret key',
    expect: ({ state }) => {
      if (state === null) return missing('the database does not have the newest');
      if (state.migrations === null)
        return wrong(
          'the database has no record of the applied ones',
          'npx supabase migration list --linked',
        );
      const ours = readMigrations();
      const versions = ours.map(({ version }) => version);
      const lacking = versions.filter((version) => !state.migrations?.includes(version));
      if (lacking.length > 0) return missing(`not applied: ${lacking.join(', ')}`);
      const strange = state.migrations.filter((version) => !versions.includes(version));
      if (strange.length > 0) {
        const found = `this checkout does not have ${strange.join(', ')}`;
        const update = 'check out the release that the project has';
        return strange.every((version) => version > (versions.at(-1) ?? ''))
          ? unchecked(found, `nothing after the way back to this release; else ${update}`)
          : wrong(found, update);
      }
      const texts = state.migration_texts ?? {};
      const other = ours.filter(
        ({ version, sql }) => (texts[version] ?? hashOf(sql)) !== hashOf(sql),
      );
      return other.length === 0
        ? ok(`all ${ours.length} are applied`)
        : wrong(
            `applied with another text: ${other.map(({ version }) => version).join(', ')}`,
            'check out the release that the project has: npx supabase migration fetch --linked shows the applied texts',
          );
    },
    remedy: DB_PUSH,
  }),
  check({
    name: 'client’s address',
    // A forged address, from a range for documentation (RFC 5737). A proxy in front appends the real sender after it.
    ask: async (project) => {
      if (project.secretKey === null) return null;
      const mark = `203.0.113.${randomInt(1, 255)}`;
      return { mark, state: await readState(project, { 'x-forwarded-for': mark }) };
    },
    needs: 'the secret key',
    expect: ({ mark, state }) =>
      state === null
        ? unchecked('the project did not answer the marked request; see the lines above')
        : judgeSender(state.sender, mark),
  }),
  check({
    name: 'sign-up',
    ask: ({ url, publishableKey }) =>
      ask(`${url}/auth/v1/settings`, { headers: { apikey: publishableKey } }),
    expect: (answer) => {
      if (answer.status !== 200) return unchecked(`its settings were answered ${answer.status}`);
      const { disable_signup: isClosed, external = {} } = readBody<{
        disable_signup: boolean;
        external: { email?: boolean; anonymous_users?: boolean };
      }>(answer);
      if (isClosed !== true || external.anonymous_users === true)
        return wrong('anybody can make an account');
      return external.email === true
        ? ok('closed; existing accounts sign in by email')
        : wrong('nobody can sign in by email');
    },
    remedy: pushSettings,
  }),
  check({
    name: 'email links',
    // An invalid link, which is redirected too. It counts as one attempt of this machine's address.
    ask: ({ url }) => ask(`${url}/auth/v1/verify?token=invalid&type=recovery`),
    expect: ({ status, headers }, { site }) => {
      const location = headers.get('location');
      if (status < 300 || status > 399 || location === null)
        return unchecked(`an invalid link was answered ${status}`);
      if (!/^https?:\/\//.test(location))
        return wrong(`lead to no address: ${location.split('#')[0]}`);
      const { origin } = new URL(location);
      if (site === null) return unchecked(`lead to ${origin}; comparing them needs SITE_URL`);
      return origin === site
        ? ok('lead to the site')
        : wrong(`lead to ${origin} instead of SITE_URL`);
    },
    remedy: pushSettings,
  }),
  check({
    name: 'administrator',
    ...OF_STATE,
    expect: ({ administrators, accounts }) => {
      const found = `${administrators} with the role`;
      if (administrators > MANY_ADMINISTRATORS)
        return unchecked(
          `${found}: each carries every address and résumé`,
          'a cleaner needs no account but a code for /crew, from Team in the portal; npm run admin -- revoke EMAIL',
        );
      if (administrators > 0) return ok(found);
      return missing(
        accounts === 0
          ? 'there is no account: nobody can open the portal'
          : `no account that can sign in has the role; accounts: ${accounts}`,
      );
    },
    remedy: 'npm run admin -- add EMAIL',
  }),
  check({
    name: 'second factor',
    ...OF_STATE,
    // Advice only: each administrator decides about it.
    expect: ({ without_factor: without, administrators }) =>
      without === 0
        ? ok('every administrator has one')
        : unchecked(
            `${without} of ${administrators} administrators without`,
            'npm run admin -- list names them; each sets it up in the portal, on About this device',
          ),
  }),
];

/** Whether the flood guard counts the address that the platform itself wrote. Addresses are compared and never printed. */
function judgeSender(
  {
    counted,
    forwarded_for: arrived,
    cf_connecting_ip: fromCloudflare,
    loopback,
  }: DeployState['sender'],
  mark: string,
) {
  const written = arrived.slice(arrived.lastIndexOf(mark) + 1);
  const visitor = fromCloudflare ?? written[0];
  const [header, hops] =
    fromCloudflare === null
      ? ['x-forwarded-for', Math.max(1, written.length)]
      : ['cf-connecting-ip', 1];
  const remedy = `in the SQL editor: update private.flood_settings set client_ip_header = '${header}', trusted_proxy_hops = ${hops};`;
  if (loopback === 'exempt')
    return wrong(
      'requests from the server’s own machine are not counted, and a gateway may be one: the flood guard is off',
      `in the SQL editor: update private.flood_settings set loopback = 'on';`,
    );
  if (counted === mark)
    return wrong('counts what a visitor claims to be: the flood guard is open', remedy);
  if (counted === null) return wrong('cannot be read: all visitors are one sender', remedy);
  if (visitor === undefined) return ok('counts the connection’s address: no proxy wrote another');
  return counted === visitor
    ? ok('counts the visitor, whatever a visitor claims')
    : wrong('counts a proxy: all visitors are one sender', remedy);
}
