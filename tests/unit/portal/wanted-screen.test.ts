import { expect, test } from 'vitest';
import { screenAfterSignIn, wantScreen } from '../../../src/portal/layout/wanted-screen.ts';

test('a sign-in leads to the screen that was wanted, with its filters', () => {
  const location = { pathname: '/admin/bookings', search: '?find=ann', hash: '#row' };
  expect(screenAfterSignIn(wantScreen(location))).toBe('/admin/bookings?find=ann#row');
});

test.each([
  ['nothing was wanted', null],
  ['another page’s state', { signedIn: true }],
  ['the sign-in itself', { wanted: '/admin/login' }],
  ['another site', { wanted: 'https://elsewhere.example/admin/' }],
  ['another site without its scheme', { wanted: '//elsewhere.example' }],
  ['a page of the public site', { wanted: '/administration' }],
  ['no text', { wanted: 7 }],
])('a sign-in leads to the dashboard: %s', (_name, state) => {
  expect(screenAfterSignIn(state)).toBe('/admin/dashboard');
});
