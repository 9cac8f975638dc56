import { expect, test } from '@playwright/test';
import { SITE_PAGES } from '../../src/app/paths.ts';
import { documentBytes, firstLoadBytes, pagesWith } from '../support/first-load.ts';

/** The limit of compressed scripts. */
const MAX_BYTES = 90 * 1024;

test('no page needs more than 90 KB of scripts to work', async () => {
  const pages = await firstLoadBytes([...SITE_PAGES.map(({ path }) => path), '/404']);
  for (const [path, bytes] of pages)
    expect.soft(bytes, `the bytes of ${path}`).toBeLessThanOrEqual(MAX_BYTES);
});

test('only pages with a form fetch the code of the forms', async () => {
  const withForm = SITE_PAGES.filter(({ hasForm }) => hasForm).map(({ path }) => path);
  expect(await pagesWith('forms', [...SITE_PAGES.map(({ path }) => path), '/404'])).toEqual(
    withForm,
  );
});

/** The first flight of a server: ten segments of 1,460 bytes, of which the headers take 800. */
const FIRST_FLIGHT = 14_600 - 800;

/** Longer pages, whose first view is in the first flight. */
const LONG_PAGES: readonly string[] = ['/', '/services'];

test('every page but Home and the services’ arrives in one round trip', async () => {
  const paths = SITE_PAGES.map(({ path }) => path).filter((path) => !LONG_PAGES.includes(path));
  for (const [path, bytes] of await documentBytes(paths))
    expect.soft(bytes, `the bytes of ${path}`).toBeLessThanOrEqual(FIRST_FLIGHT);
});
