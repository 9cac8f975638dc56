import { expect, test } from 'vitest';
import { isPortalPath, readPush } from '../../../src/core/domain/push-message.ts';

const MESSAGE = {
  title: 'New booking',
  body: 'Fri 4 Dec, morning',
  tag: 'office-K7QF-2M9D',
  sequence: 2,
  path: '/admin/bookings?q=K7QF-2M9D',
};

test('a push is shown as the server wrote it', () => {
  expect(readPush(JSON.stringify(MESSAGE))).toEqual(MESSAGE);
});

test('a push about the crew’s day opens its page', () => {
  const message = {
    ...MESSAGE,
    title: 'Your day has changed',
    body: '',
    tag: 'crew',
    path: '/crew',
  };
  expect(readPush(JSON.stringify(message))).toEqual(message);
});

test.each([
  ['/requests#7f3c', '/requests'],
  ['/crew/day?on=2026-12-04', '/crew'],
  ['/admin/bookings/answer#7f3c', '/admin/dashboard'],
])('a push that names %s, a page of a later release, is shown and opens %s', (path, page) => {
  expect(readPush(JSON.stringify({ ...MESSAGE, path }))).toEqual({ ...MESSAGE, path: page });
});

test('a push without a number is shown, and orders nothing', () => {
  expect(readPush(JSON.stringify({ ...MESSAGE, sequence: undefined }))).toEqual({
    ...MESSAGE,
    sequence: null,
  });
});

test.each([
  ['nothing', ''],
  ['no JSON', 'New booking'],
  ['null', 'null'],
  ['no title', JSON.stringify({ ...MESSAGE, title: '' })],
  ['another type of title', JSON.stringify({ ...MESSAGE, title: 1 })],
  ['no tag', JSON.stringify({ ...MESSAGE, tag: undefined })],
  ['a page elsewhere', JSON.stringify({ ...MESSAGE, path: 'https://evil.example/admin/bookings' })],
  ['a page of no part', JSON.stringify({ ...MESSAGE, path: '/administration' })],
])('a push with %s still shows that something arrived, and opens the dashboard', (_, text) => {
  expect(readPush(text)).toMatchObject({
    title: 'Something new has arrived',
    path: '/admin/dashboard',
  });
});

test.each([
  '//evil.example/admin/bookings',
  '/requests',
  '/admin/../requests',
  '/admin/bookings?q=<b>',
  '/admin/bookings?next=https://evil.example',
  'javascript:alert(1)',
  undefined,
])('%s is no path that a push opens', (path) => {
  expect(isPortalPath(path)).toBe(false);
});
