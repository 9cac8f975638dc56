import { isIPv6 } from 'node:net';
import type { Env } from './settings.ts';

/**
 * The address that counts as the client's: the socket's with 0 hops, else the n-th entry from the right of X-Forwarded-For,
 * which our own n-th proxy wrote. A header shorter than that did not come through our proxies, so the socket's counts.
 */
export function clientAddress(
  forwardedFor: string | null,
  socketAddress: string,
  trustedProxyHops: number,
): string {
  if (trustedProxyHops === 0) return socketAddress;
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim());
  return hops.at(-trustedProxyHops) || socketAddress;
}

/** What counts as one sender: an IPv4 address, or the first half of an IPv6 one, since a line has all that begin so. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail = ''] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
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
