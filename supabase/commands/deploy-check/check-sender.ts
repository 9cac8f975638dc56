import { randomInt } from 'node:crypto';
import { ok, unchecked, wrong, type Line } from './check-table.ts';
import { askState, stateOf, type DeployState, type Target } from './target.ts';

/** From a range for documentation (RFC 5737). A proxy in front appends the real sender after it. */
const aMark = () => `203.0.113.${randomInt(1, 255)}`;

/**
 * Sends a request with a forged address through the public front, and checks that the flood guard
 * counts the address that the front itself wrote. Addresses are compared and never printed.
 */
export async function checkSender(target: Target): Promise<Line> {
  const name = 'client’s address';
  if (target.front === null) {
    return unchecked(
      name,
      'needs SITE_URL: the request has to come the way that visitors’ do',
      'SITE_URL=https://www.example.com npm run deploy:check',
    );
  }
  if (target.secretKey === null) return unchecked(name, 'needs the secret key');
  const mark = aMark();
  const state = stateOf(
    await askState(target, target.front, {
      ...(await target.frontHeaders()),
      'x-forwarded-for': mark,
    }),
  );
  return state === null
    ? unchecked(name, 'the front did not answer the marked request; see the lines above')
    : judge(target, state.sender, mark);
}

const isHere = (address: string) => /^(127\.|::1$|::$)/.test(address) || address === 'localhost';

function judge(
  { isHosted, front }: Target,
  {
    counted,
    forwarded_for: arrived,
    cf_connecting_ip: fromCloudflare,
    loopback,
  }: DeployState['sender'],
  mark: string,
): Line {
  const name = 'client’s address';
  const written = arrived.slice(arrived.lastIndexOf(mark) + 1);
  const visitor = fromCloudflare ?? written[0];
  const mend = isHosted
    ? settingsSql(fromCloudflare !== null, written.length)
    : `set TRUSTED_PROXY_HOPS=${written.length}, and start the server again`;
  if (isHosted && loopback === 'exempt')
    return wrong(
      name,
      'requests from the server’s own machine are not counted, and a gateway may be one: the flood guard is off',
      `in the SQL editor: update private.flood_settings set loopback = 'on';`,
    );
  if (counted === mark)
    return wrong(name, 'counts what a visitor claims to be: the flood guard is open', mend);
  if (counted === null) return wrong(name, 'cannot be read: all visitors are one sender', mend);
  if (visitor === undefined && isHere(counted) && !isHere(new URL(front ?? '').hostname)) {
    return wrong(
      name,
      'counts a proxy on this machine, which hands on no address: the flood guard is off',
      'let the proxy set X-Forwarded-For, and set TRUSTED_PROXY_HOPS=1',
    );
  }
  if (visitor === undefined)
    return ok(name, 'counts the connection’s address: no proxy wrote another');
  return counted === visitor
    ? ok(name, 'counts the visitor, whatever a visitor claims')
    : wrong(name, 'counts a proxy: all visitors are one sender', mend);
}

const settingsSql = (isCloudflare: boolean, hops: number) =>
  `in the SQL editor: update private.flood_settings set client_ip_header = '${isCloudflare ? 'cf-connecting-ip' : 'x-forwarded-for'}', trusted_proxy_hops = ${isCloudflare ? 1 : Math.max(1, hops)};`;
