import { expect, test } from 'vitest';
import { clientAddress } from '../../supabase/local/client-address.ts';

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
