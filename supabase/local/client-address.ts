/**
 * The address that counts as the client's: the socket's with 0 hops, else the n-th entry from the right of X-Forwarded-For,
 * which our own n-th proxy wrote. A header shorter than that did not come through our proxies, so the socket's counts.
 */
export function clientAddress(forwardedFor: string | null, socketAddress: string, trustedProxyHops: number): string {
  if (trustedProxyHops === 0) return socketAddress;
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim());
  return hops.at(-trustedProxyHops) || socketAddress;
}
