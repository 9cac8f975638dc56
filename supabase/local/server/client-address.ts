import { isIP, isIPv6 } from 'node:net';
import type { Env } from '../settings.ts';

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  const spelled = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = spelled
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail];
}

/** The address in an entry of X-Forwarded-For, which may have a port; an IPv4 address within an IPv6 one in its own spelling. */
function readAddress(entry: string): string | undefined {
  const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(entry) ?? [];
  const [, beforePort] = /^([\d.]+):\d+$/.exec(entry) ?? [];
  const address = (inBrackets ?? beforePort ?? entry).replace(/%.*$/, '');
  if (isIP(address) === 0) return undefined;
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return address;
  const bytes = groups.slice(6).flatMap((group) => {
    const number = parseInt(group, 16);
    return [number >> 8, number & 255];
  });
  return bytes.join('.');
}

/**
 * The address that counts as the client's: the socket's with 0 hops, else the n-th entry from the right of X-Forwarded-For,
 * which our own n-th proxy wrote. A header without a readable n-th entry did not come through our proxies, so the socket's counts.
 */
export function clientAddress(
  forwardedFor: string | undefined,
  socketAddress: string,
  trustedProxyHops: number,
): string {
  const entry = trustedProxyHops > 0 ? forwardedFor?.split(',').at(-trustedProxyHops) : undefined;
  return readAddress(entry?.trim() ?? '') ?? readAddress(socketAddress) ?? socketAddress;
}

/** Where a request comes from. A line has a whole IPv6 /64, and a customer may have a /48 of those. */
export interface Sender {
  address: string;
  /** The /64 of an IPv6 address; an IPv4 address itself. */
  network: string;
  /** The /48 of an IPv6 address; an IPv4 address itself. */
  site: string;
}

export function senderOf(address: string): Sender {
  if (!isIPv6(address)) return { address, network: address, site: address };
  const groups = groupsOf(address);
  return {
    address,
    network: groups.slice(0, 4).join(':'),
    site: groups.slice(0, 3).join(':'),
  };
}

/** Whether requests that a proxy on this machine hands on would count as this machine's own, which the flood guard lets pass. */
const isGuardOff = ({ trustedProxyHops, floodLoopback }: Env) =>
  trustedProxyHops === 0 && floodLoopback === 'exempt';

const TEXT =
  'the flood guard is off for what a proxy on this machine hands on: set TRUSTED_PROXY_HOPS to the number of proxies.';

/** What the start says of it. */
export const proxyAdvice = (env: Env): string | undefined =>
  isGuardOff(env) ? `With TRUSTED_PROXY_HOPS=0 ${TEXT}` : undefined;

const isLoopback = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address);

/** Says it once more, through `print`, at the first request that such a proxy did hand on. */
export function createProxyNotice(
  env: Env,
  print: (text: string) => void,
): (forwardedFor: string | null, socketAddress: string) => void {
  let isDue = isGuardOff(env);
  return (forwardedFor, socketAddress) => {
    if (!isDue || forwardedFor === null || !isLoopback(socketAddress)) return;
    isDue = false;
    print(`A request came through a proxy on this machine, and ${TEXT}`);
  };
}
