import { expect, test } from 'vitest';
import { readSiteAddress } from '../../supabase/functions/_shared/site-address.ts';

test.each([
  ['https://www.example.com', 'https://www.example.com'],
  ['https://www.example.com/', 'https://www.example.com'],
  ['http://localhost:4173', 'http://localhost:4173'],
  ['http://127.0.0.1', 'http://127.0.0.1'],
])('%s is the address of a site', (text, address) => {
  expect(readSiteAddress(text)).toBe(address);
});

test.each([
  'www.example.com',
  'http://www.example.com',
  'http://localhost.example.com',
  'https://a b',
])('%s is none', (text) => {
  expect(readSiteAddress(text)).toBeNull();
});
