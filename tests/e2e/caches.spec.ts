import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { expect, test } from '../support/test.ts';

const ADMIN = { email: 'admin@example.com', password: 'local-admin' };
const MARK = 'Only staff may read this';

/** Everything the device keeps in its caches: addresses, and the texts of what is text. */
const everythingKept = (page: Page) =>
  page.evaluate(async () => {
    const kept: { url: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const type = (await cache.match(request))?.headers.get('content-type') ?? '';
        const text = /text|json|javascript/.test(type) ? await (await cache.match(request))?.text() : '';
        kept.push({ url: request.url, text: text ?? '' });
      }
    }
    return kept;
  });

/** Reads as a signed-in administrator: a private list, a list that the worker keeps for visitors, and a file by a signed link. */
const readAsAdministrator = (page: Page) =>
  page.evaluate(
    async ({ admin, apikey, file }) => {
      const json = { apikey, 'content-type': 'application/json' };
      const signIn = await fetch('/auth/v1/token?grant_type=password', { method: 'POST', headers: json, body: JSON.stringify(admin) });
      const { access_token: token } = (await signIn.json()) as { access_token: string };
      const headers = { ...json, authorization: `Bearer ${token}` };

      const messages = await (await fetch('/rest/v1/contact_messages?select=*', { headers })).text();
      await fetch('/rest/v1/gallery_images?select=*&order=created_at.desc,id&limit=1000', { headers });
      await fetch(`/storage/v1/object/resumes/${file}`, { method: 'POST', headers: { ...headers, 'content-type': 'application/pdf' }, body: '%PDF-1.4' });
      const sign = await fetch(`/storage/v1/object/sign/resumes/${file}`, { method: 'POST', headers, body: '{"expiresIn":3600}' });
      const { signedURL } = (await sign.json()) as { signedURL: string };
      const download = await fetch(`/storage/v1${signedURL}`);
      return { token, messages, downloaded: await download.text() };
    },
    { admin: ADMIN, apikey: LOCAL_PUBLISHABLE_KEY, file: `${randomUUID()}.pdf` },
  );

test('nothing fetched with a user’s token is kept in a cache, be it a list, a file or a signed link', async ({ device, backend }) => {
  const insert = `insert into public.contact_messages (id, name, email, subject, message) values (gen_random_uuid(), 'Ann Reid', 'ann@example.com', 'A question', $1)`;
  await backend.query(insert, [MARK]);
  const page = await device.openInstalled('/gallery');
  await expect(page.getByRole('main').getByRole('img').first()).toBeVisible();

  const { token, messages, downloaded } = await readAsAdministrator(page);
  expect(messages).toContain(MARK);
  expect(downloaded).toBe('%PDF-1.4');

  const kept = await everythingKept(page);
  expect(kept.map(({ url }) => url)).toContainEqual(expect.stringContaining('/rest/v1/gallery_images'));
  expect(kept.filter(({ text }) => text.includes(MARK) || text.includes(token)).map(({ url }) => url)).toEqual([]);
  expect(kept.filter(({ url }) => /\/object\/sign\/|token=|\/auth\/v1|contact_messages|resumes/.test(url)).map(({ url }) => url)).toEqual([]);
});
