import { expect, test } from 'vitest';
import { clientAddress, senderOf } from '../../supabase/local/server/client-address.ts';

test.each([
  [0, '192.0.2.1', '127.0.0.1'],
  [0, undefined, '127.0.0.1'],
  [1, '192.0.2.1, 198.51.100.7', '198.51.100.7'],
  [2, '192.0.2.1,198.51.100.7, 203.0.113.9', '198.51.100.7'],
  [2, '203.0.113.9', '127.0.0.1'],
  [1, undefined, '127.0.0.1'],
  [1, '192.0.2.1, ', '127.0.0.1'],
  [1, '198.51.100.7:4711', '198.51.100.7'],
  [1, '2001:db8::7', '2001:db8::7'],
  [1, '[2001:db8::7]', '2001:db8::7'],
  [1, '[2001:db8::7]:4711', '2001:db8::7'],
  [1, '::ffff:198.51.100.7', '198.51.100.7'],
  [1, '[::ffff:c633:6407]:80', '198.51.100.7'],
  [1, 'unknown', '127.0.0.1'],
])('with %i trusted proxies and %j the client is %s', (hops, forwardedFor, expected) => {
  expect(clientAddress(forwardedFor, '127.0.0.1', hops)).toBe(expected);
});

test('an IPv4 address that the socket spells as IPv6 is returned as IPv4', () => {
  expect(clientAddress(undefined, '::ffff:198.51.100.7', 0)).toBe('198.51.100.7');
});

test.each([
  ['198.51.100.7', '198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1'],
  ['2001:0db8:0001:2::9', '2001:db8:1:2', '2001:db8:1'],
  ['2001:db8::1', '2001:db8:0:0', '2001:db8:0'],
  ['::1', '0:0:0:0', '0:0:0'],
  ['unknown', 'unknown', 'unknown'],
])('the sender at %s has the network %s and the site %s', (address, network, site) => {
  expect(senderOf(address)).toEqual({ address, network, site });
});
