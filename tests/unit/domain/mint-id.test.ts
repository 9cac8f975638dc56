import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { mintId } from '../../../src/core/domain/mint-id.ts';

test.each([
  [0x00, '00000000-0000-4000-8000-000000000000'],
  [0xff, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
])('sixteen random bytes of %i become the id %s', (byte, id) => {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    (array as Uint8Array).fill(byte);
    return array;
  });
  expect(mintId()).toBe(id);
});

test('ids are minted without crypto.randomUUID, and no two are the same', () => {
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    throw new TypeError('crypto.randomUUID is not a function');
  });
  const ids = Array.from({ length: 1_000 }, mintId);
  expect(new Set(ids).size).toBe(1_000);
  for (const id of ids) expect(z.uuidv4().safeParse(id).success).toBe(true);
});
