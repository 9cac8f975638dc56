import { expect, test } from 'vitest';
import { clientAddress, networkOf } from '../../supabase/local/client-address.ts';

test.each([
  [0, '192.0.2.1', '127.0.0.1'],
  [0, null, '127.0.0.1'],
  [1, '192.0.2.1, 198.51.100.7', '198.51.100.7'],
  [2, '192.0.2.1,198.51.100.7, 203.0.113.9', '198.51.100.7'],
  [2, '203.0.113.9', '127.0.0.1'],
  [1, null, '127.0.0.1'],
  [1, '192.0.2.1, ', '127.0.0.1'],
])('with %i trusted proxies and %j the client is %s', (hops, forwardedFor, expected) => {
  expect(clientAddress(forwardedFor, '127.0.0.1', hops)).toBe(expected);
});

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '::ffff:198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['unknown', 'unknown'],
])('the sender of %s is %s', (address, expected) => {
  expect(networkOf(address)).toBe(expected);
});
