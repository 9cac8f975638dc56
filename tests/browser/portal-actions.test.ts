import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { referenceOf } from '../../src/core/domain/reference.ts';
import { COMPANY } from '../../src/site/content/company.ts';
import { expectAccessible } from './support/accessibility.ts';
import { emulate } from './support/device.ts';
import { boxOf, expectCount, expectTexts, focus, linesOf, toast } from './support/look.ts';
import { openPortal } from './support/portal.tsx';
import { card, expectRead } from './support/portal-list.ts';
import { anApplication, aPosting, aRequest } from './support/rows.ts';
import { server } from './support/server.ts';

afterEach(() => vi.useRealTimers());

const PHONE = [390, 844] as const;
const ADDRESS = 'Flat 2/1\n4 Abbey Close\nPaisley PA1 1TF';
const NAME = 'Isla Bute';

const button = (label: string, name = NAME) =>
  page.getByRole('link', { name: `${label}: ${name}`, exact: true });
const more = (name = NAME) => card(name).getByRole('button', { name: `More: ${name}` });
const items = page.getByRole('menuitem');
const item = (label: string) => page.getByRole('menuitem', { name: label });

test('a booking’s card calls, texts, chats, writes and leads there, and copies the address as it was written', async () => {
  vi.setSystemTime(new Date('2027-03-01T06:00:00Z'));
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const [id = ''] = server.store(
    'bookings',
    aRequest({
      ...{ name: NAME, phone: '07700 900123', email: 'isla@example.com', address: ADDRESS },
      ...{ status: 'confirmed', preferred_date: '2027-03-01' },
    }),
  );
  await openPortal('/admin/bookings');

  await expect.element(button('Call')).toHaveAttribute('href', 'tel:07700900123');
  await expect
    .element(button('Directions'))
    .toHaveAttribute(
      'href',
      `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(ADDRESS)}`,
    );
  const text = encodeURIComponent(
    `Hello, this is ${COMPANY.name}, we're on our way. Ref ${referenceOf(id)}`,
  );
  await expect.element(button('Text')).toHaveAttribute('href', `sms:07700900123?&body=${text}`);
  await more().click();
  await expectTexts(items, ['Answer', 'WhatsApp', 'Email', 'Copy address', 'Add to calendar']);
  await expect
    .element(item('Email'))
    .toHaveAttribute(
      'href',
      `mailto:isla@example.com?subject=Your%20booking%20${referenceOf(id)}&body=${text}`,
    );
  await expect
    .element(item('WhatsApp'))
    .toHaveAttribute('href', `https://wa.me/447700900123?text=${text}`);
  await expect
    .element(item('WhatsApp'))
    .toHaveAttribute('rel', expect.stringContaining('noopener'));
  await item('Copy address').click();

  await expect.element(toast('Address copied')).toBeVisible();
  expect(copied.mock.calls).toEqual([[ADDRESS]]);

  // On a phone the toast covers none of the card's buttons.
  await page.viewport(...PHONE);
  await expect.poll(() => boxOf(toast('Address copied')).bottom).toBeLessThan(PHONE[1] / 4);
});

test('the menu of a card opens, moves and closes by the keyboard, and gives the focus back', async () => {
  server.store('bookings', aRequest({ name: NAME, status: 'confirmed' }));
  await emulate({ 'prefers-reduced-motion': 'reduce' });
  await openPortal('/admin/bookings');
  await expectRead(1);
  focus(more());

  await userEvent.keyboard('{Enter}');
  await expect.element(item('Answer')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(item('WhatsApp')).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(item('Add to calendar')).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');

  await expectCount(page.getByRole('menu'), 0);
  await expect.element(more()).toHaveFocus();
});

test('an application is answered in the same ways, and a posting has neither them nor a reference', async () => {
  const [posting = ''] = server.store('careers', aPosting({ title: 'Night cleaner' }));
  const [id = ''] = server.store(
    'job_applications',
    anApplication({ name: NAME, phone: '+44 (0)141 496 0177', email: 'isla@example.com' }),
  );
  await openPortal('/admin/applications');
  await expect.element(button('Call')).toHaveAttribute('href', 'tel:+441414960177');
  await expect.element(button('WhatsApp')).toHaveAttribute('href', 'https://wa.me/441414960177');
  await more().click();
  await expect
    .element(item('Email'))
    .toHaveAttribute(
      'href',
      `mailto:isla@example.com?subject=Your%20application%20${referenceOf(id)}`,
    );

  await openPortal('/admin/careers');

  await expect.element(card('Night cleaner')).toBeVisible();
  await expect.element(card('Night cleaner')).not.toHaveTextContent(referenceOf(posting));
  await expectCount(card('Night cleaner').getByRole('group'), 0);
});

test('on a phone no two of a card’s actions are nearer than 8 pixels, and each is 44 high and wide', async () => {
  server.store('bookings', aRequest({ name: NAME }));
  await page.viewport(...PHONE);
  await openPortal('/admin/bookings');
  await expect.element(button('Call')).toBeVisible();
  const actions = [
    ...card(NAME)
      .getByRole('group', { name: /^Actions/ })
      .element().children,
  ].map((action) => action.getBoundingClientRect());
  await more().click();
  await expectCount(items, 5);
  const entries = items.elements().map((entry) => entry.getBoundingClientRect());

  expect(actions).toHaveLength(4);
  for (const boxes of [actions, entries])
    for (const [index, { width, height, right, bottom }] of boxes.entries()) {
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
      const next = boxes[index + 1];
      if (next) expect(Math.max(next.left - right, next.top - bottom)).toBeGreaterThanOrEqual(8);
    }
});

test('no word on a card’s buttons is cut in two, in a wide font on a small phone', async () => {
  server.store('bookings', aRequest({ name: NAME }));
  await page.viewport(320, 640);
  await openPortal('/admin/bookings');
  await expect.element(button('Call')).toBeVisible();
  const style = document.head.appendChild(document.createElement('style'));
  style.textContent = '* { font-family: "DejaVu Sans", Verdana, sans-serif !important }';

  // The icon, and its label below.
  for (const label of ['Answer', 'Call', 'Directions'])
    expect(linesOf(button(label).element()), label).toBe(2);
  style.remove();
});
