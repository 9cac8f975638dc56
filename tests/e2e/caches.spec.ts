import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { ADMIN } from '../backend/support/people.ts';
import { anApplicant, apply, aResume, openPosition } from '../support/application.ts';
import { aBooking, book, outcomeNotice } from '../support/booking.ts';
import { addressesOf, cachedAnswers } from '../support/caches.ts';
import { aMessage, send } from '../support/contact.ts';
import { card } from '../support/portal-list.ts';
import { goTo, openInstalledPortal } from '../support/portal.ts';
import { expect, pageTest, test } from '../support/test.ts';

const MARK = 'Only staff may read this';
const NOTES = 'The key is under the blue pot.';
const LIFE = 'Ten years of tenement stairs.';

/**
 * Reads a private list, a list that the worker caches for visitors, and a file by a signed link, as
 * an administrator.
 */
const readAsAdministrator = (page: Page) =>
  page.evaluate(
    async ({ admin, apikey, file }) => {
      const json = { apikey, 'content-type': 'application/json' };
      const signIn = await fetch('/auth/v1/token?grant_type=password', {
        method: 'POST',
        headers: json,
        body: JSON.stringify(admin),
      });
      const { access_token: token } = (await signIn.json()) as { access_token: string };
      const headers = { ...json, authorization: `Bearer ${token}` };

      const messages = await (
        await fetch('/rest/v1/contact_messages?select=*', { headers })
      ).text();
      await fetch('/rest/v1/gallery_images?select=*&order=created_at.desc,id&limit=1000', {
        headers,
      });
      await fetch(`/storage/v1/object/resumes/${file}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/pdf' },
        body: '%PDF-1.4',
      });
      const sign = await fetch(`/storage/v1/object/sign/resumes/${file}`, {
        method: 'POST',
        headers,
        body: '{"expiresIn":3600}',
      });
      const { signedURL } = (await sign.json()) as { signedURL: string };
      // By default the browser caches a file opened by a signed link.
      const download = await fetch(`/storage/v1${signedURL}`, { cache: 'no-store' });
      return { token, messages, downloaded: await download.text() };
    },
    { admin: ADMIN, apikey: LOCAL_PUBLISHABLE_KEY, file: `${randomUUID()}.pdf` },
  );

test('no list and no file fetched with a user’s token is cached', async ({ device, backend }) => {
  const insert = `insert into public.contact_messages (id, name, email, subject, message) values (gen_random_uuid(), 'Ann Reid', 'ann@example.com', 'A question', $1)`;
  await backend.query(insert, [MARK]);
  const page = await device.openInstalled('/gallery');
  await expect(page.getByRole('main').getByRole('img').first()).toBeVisible();

  const { token, messages, downloaded } = await readAsAdministrator(page);
  expect(messages).toContain(MARK);
  expect(downloaded).toBe('%PDF-1.4');

  const kept = await cachedAnswers(page, [MARK, token]);
  expect(kept.map(({ url }) => url)).toContainEqual(
    expect.stringContaining('/rest/v1/gallery_images'),
  );
  expect(addressesOf(kept)).toEqual([]);
  expect(
    kept
      .filter(({ url }) => /\/object\/sign\/|token=|\/auth\/v1|contact_messages|resumes/.test(url))
      .map(({ url }) => url),
  ).toEqual([]);
});

pageTest.describe('on a device that keeps the portal', () => {
  pageTest.use({ visitedBefore: 'portal' });

  pageTest(
    'after a visitor sent every form and an administrator read it, no cache holds their data',
    async ({ device, backend }) => {
      const position = await openPosition(backend);
      const booking = aBooking({ notes: NOTES });
      const [applicant, message] = [anApplicant(), aMessage()];
      const resume = aResume(LIFE.length, { buffer: Buffer.from(`%PDF-1.7\n${LIFE}`) });

      const page = await device.openInstalled('/booking');
      await book(page, booking);
      await expect(outcomeNotice(page)).toContainText('Request received');
      await page.goto('/careers');
      await apply(page, position, applicant, resume);
      await expect(outcomeNotice(page)).toContainText('Application received');
      await page.goto('/contact');
      await send(page, message);
      await expect(outcomeNotice(page)).toContainText('Message received');

      const portal = await openInstalledPortal(device, '/admin/applications');
      await expect(
        card(portal, applicant.name).getByRole('link', { name: /^Download Resume/ }),
      ).toBeVisible();
      await goTo(portal, 'Bookings');
      await expect(card(portal, booking.name)).toBeVisible();
      await goTo(portal, 'Messages');
      await expect(card(portal, message.name)).toBeVisible();

      const { name, phone, email, address } = booking;
      const words = [{ name, phone, email, address }, applicant, message]
        .flatMap((sent) => Object.values(sent))
        .filter((word) => word !== null);
      const kept = await cachedAnswers(page, [...words, NOTES, LIFE, ADMIN.email]);
      expect(addressesOf(kept)).toEqual([]);
      const notPublic =
        /\/auth\/v1\/|\/functions\/v1\/|\/rest\/v1\/(?!gallery_images|testimonials|careers)|\/object\/(?!public\/)/;
      expect(kept.map(({ url }) => url).filter((url) => notPublic.test(url))).toEqual([]);

      // The public list is found, so the private words would be found too.
      expect(addressesOf(await cachedAnswers(page, [position.title]))).toContainEqual(
        expect.stringContaining('/rest/v1/careers'),
      );
    },
  );
});
