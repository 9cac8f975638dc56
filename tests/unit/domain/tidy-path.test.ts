import path from 'node:path';
import { expect, test } from 'vitest';
import { buildInlineScripts } from '../../../build/inline-scripts.ts';
import { correctedAddress, pageAt, NotFoundPage, SITE_PAGES } from '../../../src/app/paths.ts';
import { tidyPath } from '../../../src/core/domain/tidy-path.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const { 'not-found': script } = await buildInlineScripts(root);

const MEANT: [written: string, path: string][] = [
  ['/index.html', '/'],
  ['/index.htm', '/'],
  ['//', '/'],
  ['/Booking', '/booking'],
  ['/BOOKING', '/booking'],
  ['//booking', '/booking'],
  ['/booking/', '/booking'],
  ['/booking//', '/booking'],
  ['/booking/index.html', '/booking'],
  ['/booking.html', '/booking'],
  ['/booking.', '/booking'],
  ['/booking,', '/booking'],
  ['/booking)', '/booking'],
  ['/booking).', '/booking'],
  ['/booking/.', '/booking'],
  ['/booking%20', '/booking'],
  ['/booking%3E', '/booking'],
  ['/booking%C2%A0', '/booking'],
  ['/booking%E2%80%9D', '/booking'],
  ['/(booking)', '/booking'],
  ['/%20booking', '/booking'],
  ['/%2F%2Fbooking', '/booking'],
];
/** As mail programs, chats and scanners pass them on. */
const PASSED_ON: [written: string, address: string][] = [
  ['/booking&fbclid=IwAR0x-Y_z', '/booking?fbclid=IwAR0x-Y_z'],
  ['/booking%26fbclid=1', '/booking?fbclid=1'],
  ['/booking/&utm_source=a&utm_medium=b', '/booking?utm_source=a&utm_medium=b'],
  ['/booking%3Fservice=event', '/booking?service=event'],
  ['/booking%3fservice=event&fbclid=1', '/booking?service=event&fbclid=1'],
  ['/booking%3Fservice%3Devent%26fbclid%3D1', '/booking?service=event&fbclid=1'],
  ['/Booking%3FService=A', '/booking?Service=A'],
  ['/booking%3F%25', '/booking?%25'],
  ['/&fbclid=1', '/?fbclid=1'],
  ['/requests%230197a2b3-c4d5', '/requests#0197a2b3-c4d5'],
  ['/requests/%230197a2b3-c4d5', '/requests#0197a2b3-c4d5'],
  ['/requests%230197A2B3.', '/requests#0197A2B3.'],
  ['/requests%230197a2b3&fbclid=1', '/requests#0197a2b3?fbclid=1'],
  ['/requests%3Futm_source=a%230197a2b3', '/requests?utm_source=a#0197a2b3'],
];
const PORTAL: [written: string, path: string][] = [
  ['/Admin', '/admin'],
  ['/admin/index.html', '/admin'],
  ['//admin//bookings.', '/admin/bookings'],
  ['/ADMIN/Bookings/', '/admin/bookings'],
  ['/admin/bookings&fbclid=1', '/admin/bookings'],
];
const UNKNOWN = [
  '/no-such-page',
  '/No-Such-Page.',
  '/bookings',
  '/booking/details',
  '/booking.pdf',
  '/booking%20now',
  '/404.html',
  '/administration',
  '//evil.example',
  '//evil.example/booking',
  '/\\evil.example',
  '/%5C%5Cevil.example',
  '/https://evil.example/booking',
  '/%',
  '/%%',
  '/%2',
  '/%zz',
  '/%C3',
  '/%E6%97%A5%E6%9C%AC',
  '/booking%E6%97%A5',
];

const REST = { search: '?service=deep', hash: '#form' };

/** The address that the not-found page opens at an address; null for none. */
function opened(pathname: string, rest = REST): string | null {
  let to: string | null = null;
  const location = {
    pathname,
    ...rest,
    replace: (address: string) => (to = address),
  };
  const text = JSON.stringify(SITE_PAGES.map((page) => page.path));
  const document = { getElementById: (id: string) => (id === 'paths' ? { text } : null) };
  new Function('location', 'document', script)(location, document);
  return to;
}

test.each(MEANT)('%s means the page at %s', (written, path) => {
  expect(correctedAddress({ pathname: written, ...REST })).toBe(`${path}?service=deep#form`);
  expect(pageAt(written)).toBe(pageAt(path));
  expect(opened(written)).toBe(`${path}?service=deep#form`);
});

test.each(PASSED_ON)('%s means the address %s', (written, address) => {
  const rest = { search: '', hash: '' };
  const [path = ''] = address.split(/[?#]/);
  expect(correctedAddress({ pathname: written, ...rest })).toBe(address);
  expect(pageAt(written)).toBe(pageAt(path));
  expect(opened(written, rest)).toBe(address);
});

test('a query behind the tail of a path continues it', () => {
  const location = { pathname: '/booking&fbclid=1', search: '?service=event', hash: '' };
  expect(correctedAddress(location)).toBe('/booking?fbclid=1&service=event');
  expect(opened(location.pathname, location)).toBe('/booking?fbclid=1&service=event');
});

test.each(PORTAL)('%s means the portal’s address %s', (written, path) => {
  expect(tidyPath(written).path).toBe(path);
  expect(opened(written, { search: '', hash: '' })?.split('?')[0]).toBe(path);
});

test.each(UNKNOWN)('%s means no page', (written) => {
  expect(correctedAddress({ pathname: written, ...REST })).toBeNull();
  expect(pageAt(written)).toBe(NotFoundPage);
  expect(opened(written)).toBeNull();
});

test.each([...SITE_PAGES.map(({ path }) => path), '/admin/bookings'])(
  'the right address %s stays as it is',
  (path) => {
    expect(tidyPath(path)).toEqual({ path, tail: '' });
    expect(correctedAddress({ pathname: path, ...REST })).toBeNull();
    expect(opened(path)).toBeNull();
  },
);

test('a tidied address stays on this site', () => {
  for (const written of [...UNKNOWN, '//', '/.//evil.example', '/..//evil.example', '/\t/evil'])
    expect(new URL(tidyPath(written).path, 'https://site.example').origin).toBe(
      'https://site.example',
    );
});
