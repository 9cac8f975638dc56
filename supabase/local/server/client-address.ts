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

/**
 * The address in an entry of X-Forwarded-For, without a port. An IPv4 address mapped into IPv6 is
 * returned as IPv4.
 */
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
 * The client's address: the socket's with 0 hops, else the n-th entry from the right of
 * X-Forwarded-For, written by our own n-th proxy. Without a readable n-th entry the request skipped
 * our proxies, so the socket's address counts.
 */
export function clientAddress(
  forwardedFor: string | undefined,
  socketAddress: string,
  trustedProxyHops: number,
): string {
  const entry = trustedProxyHops > 0 ? forwardedFor?.split(',').at(-trustedProxyHops) : undefined;
  return readAddress(entry?.trim() ?? '') ?? readAddress(socketAddress) ?? socketAddress;
}

/** The source of a request. One line usually has an IPv6 /64, and a customer may have a /48. */
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

/**
 * Whether the flood guard would take requests forwarded by a local proxy for this machine's own,
 * and exempt them.
 */
const isGuardOff = ({ trustedProxyHops, floodLoopback }: Env) =>
  trustedProxyHops === 0 && floodLoopback === 'exempt';

const TEXT =
  'the flood guard is off for requests that a proxy on this machine forwards: set TRUSTED_PROXY_HOPS to the number of proxies.';

/** The warning that the start-up prints, if the setting needs one. */
export const proxyAdvice = (env: Env): string | undefined =>
  isGuardOff(env) ? `With TRUSTED_PROXY_HOPS=0 ${TEXT}` : undefined;

const isLoopback = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address);

/** Prints the warning once more when a local proxy forwards its first request. */
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
