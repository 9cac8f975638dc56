import { expect, test } from 'vitest';
import { leadToPage } from '../../../build/documents.ts';
import { correctedPath, pageAt, NotFoundPage, SITE_PAGES } from '../../../src/app/paths.ts';
import { tidyPath } from '../../../src/core/domain/tidy-path.ts';

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
const PORTAL: [written: string, path: string][] = [
  ['/Admin', '/admin'],
  ['/admin/index.html', '/admin'],
  ['//admin//bookings.', '/admin/bookings'],
  ['/ADMIN/Bookings/', '/admin/bookings'],
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
  '/%C3',
  '/%E6%97%A5%E6%9C%AC',
  '/booking%E6%97%A5',
];

/** The address that the not-found page opens at an address; null for none. */
function opened(pathname: string): string | null {
  let to: string | null = null;
  const location = {
    pathname,
    search: '?service=deep',
    hash: '#form',
    replace: (address: string) => (to = address),
  };
  const [, script = ''] =
    /^<script>(.*)<\/script>$/s.exec(leadToPage(SITE_PAGES.map(({ path }) => path))) ?? [];
  new Function('location', script)(location);
  return to;
}

test.each(MEANT)('%s means the page at %s', (written, path) => {
  expect(correctedPath(written)).toBe(path);
  expect(pageAt(written)).toBe(pageAt(path));
  expect(opened(written)).toBe(`${path}?service=deep#form`);
});

test.each(PORTAL)('%s means the portal’s address %s', (written, path) => {
  expect(tidyPath(written)).toBe(path);
  expect(opened(written)).toBe(`${path}?service=deep#form`);
});

test.each(UNKNOWN)('%s means no page', (written) => {
  expect(correctedPath(written)).toBeNull();
  expect(pageAt(written)).toBe(NotFoundPage);
  expect(opened(written)).toBeNull();
});

test.each([...SITE_PAGES.map(({ path }) => path), '/admin/bookings'])(
  'the right address %s stays as it is',
  (path) => {
    expect(tidyPath(path)).toBe(path);
    expect(correctedPath(path)).toBeNull();
    expect(opened(path)).toBeNull();
  },
);

test('a tidied address stays on this site', () => {
  for (const written of [...UNKNOWN, '//', '/.//evil.example', '/..//evil.example', '/\t/evil'])
    expect(new URL(tidyPath(written), 'https://site.example').origin).toBe('https://site.example');
});
