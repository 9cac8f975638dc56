import { randomInt } from 'node:crypto';
import { ok, unchecked, wrong, type Line } from './report.ts';
import { askState, stateOf, type DeployState, type Target } from './target.ts';

const NAME = 'client’s address';

/** From a range for documentation (RFC 5737). A proxy in front appends the real sender after it. */
const aMark = () => `203.0.113.${randomInt(1, 255)}`;

/**
 * Sends a request with a forged address, and checks that the flood guard counts the address that
 * the platform itself wrote. Addresses are compared and never printed.
 */
export async function checkSender(target: Target): Promise<Line> {
  if (target.secretKey === null) return unchecked(NAME, 'needs the secret key');
  const mark = aMark();
  const state = stateOf(await askState(target, { 'x-forwarded-for': mark }));
  return state === null
    ? unchecked(NAME, 'the project did not answer the marked request; see the lines above')
    : judge(state.sender, mark);
}

function judge(
  {
    counted,
    forwarded_for: arrived,
    cf_connecting_ip: fromCloudflare,
    loopback,
  }: DeployState['sender'],
  mark: string,
): Line {
  const written = arrived.slice(arrived.lastIndexOf(mark) + 1);
  const visitor = fromCloudflare ?? written[0];
  const remedy = settingsSql(fromCloudflare !== null, written.length);
  if (loopback === 'exempt')
    return wrong(
      NAME,
      'requests from the server’s own machine are not counted, and a gateway may be one: the flood guard is off',
      `in the SQL editor: update private.flood_settings set loopback = 'on';`,
    );
  if (counted === mark)
    return wrong(NAME, 'counts what a visitor claims to be: the flood guard is open', remedy);
  if (counted === null) return wrong(NAME, 'cannot be read: all visitors are one sender', remedy);
  if (visitor === undefined)
    return ok(NAME, 'counts the connection’s address: no proxy wrote another');
  return counted === visitor
    ? ok(NAME, 'counts the visitor, whatever a visitor claims')
    : wrong(NAME, 'counts a proxy: all visitors are one sender', remedy);
}

const settingsSql = (isCloudflare: boolean, hops: number) =>
  `in the SQL editor: update private.flood_settings set client_ip_header = '${isCloudflare ? 'cf-connecting-ip' : 'x-forwarded-for'}', trusted_proxy_hops = ${isCloudflare ? 1 : Math.max(1, hops)};`;
