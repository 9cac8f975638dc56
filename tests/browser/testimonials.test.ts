import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { COMPANY } from '../../src/site/content/company.ts';
import { expectCount, expectTexts } from './support/look.ts';
import { aTestimonial, fail, holdBack } from './support/rows.ts';
import { PICTURE, server } from './support/server.ts';
import { openSite } from './support/site.tsx';

const EMPTY = page.getByText('No testimonials available yet', { exact: true });
const cards = page.getByRole('main').getByRole('figure');

test('the testimonials page shows every testimonial, the newest first, with name, role, rating and quote', async () => {
  server.publicRows.testimonials = [
    aTestimonial({ name: 'Morag Reid', role: 'Homeowner', rating: 4, quote: 'Every corner.' }),
    aTestimonial({ name: 'Iain', quote: 'Ready every single morning.' }),
  ];
  openSite('/testimonials');
  await expectTexts(cards, [
    expect.stringMatching(/Every corner\..*MR.*Morag Reid.*Homeowner/),
    expect.stringMatching(/Ready every single morning\..*I.*Iain/),
  ]);
  expect(document.title).toBe(`What Our Clients Say | ${COMPANY.name}`);
  await expect.element(cards.first().getByRole('img', { name: '4 out of 5 stars' })).toBeVisible();
});

test('a testimonial shows the portrait in place of the initials, and no empty role', async () => {
  server.publicRows.testimonials = [
    aTestimonial({ name: 'Morag Reid', quote: 'Spotless.', avatar_url: PICTURE }),
  ];
  openSite('/testimonials');
  await expectTexts(cards, ['Spotless.Morag Reid']);
  await expect.poll(() => cards.element().querySelector('img')?.naturalWidth).toBe(640);
});

test('a portrait that can not be loaded gives way to the initials', async () => {
  server.publicRows.testimonials = [
    aTestimonial({ name: 'Morag Reid', avatar_url: 'data:image/png,broken' }),
  ];
  openSite('/testimonials');
  await expect.element(page.getByText('MR', { exact: true })).toBeVisible();
});

test('six placeholders show while the testimonials load', async () => {
  const release = holdBack('testimonials', []);
  openSite('/testimonials');
  const loading = page.getByRole('status', { name: 'Loading testimonials' });
  await expect.poll(() => loading.element().childElementCount).toBe(6);
  release();
  await expectCount(loading, 0);
});

test('without testimonials the page says so', async () => {
  openSite('/testimonials');
  await expect.element(EMPTY).toBeVisible();
});

test('testimonials that could not be read are logged and show as empty', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fail('testimonials', 500);
  openSite('/testimonials');
  await expect.element(EMPTY).toBeVisible();
  expect(String(logged.mock.calls)).toMatch(/list.*500/);
});
