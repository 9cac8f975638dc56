import type { Page } from '@playwright/test';
import { referenceOf } from '../../src/core/domain/reference.ts';
import { aBooking } from '../support/booking.ts';
import { pauseAnswer } from '../support/faults.ts';
import type { TestBackend } from '../support/backend.ts';
import { goTo, openInstalledPortal, openPortal } from '../support/portal.ts';
import { storeBooking, storeMessage } from '../support/portal-records.ts';
import { toast } from '../support/requests.ts';
import { expect, pageTest } from '../support/test.ts';

const CARDS = {
  Bookings: { table: 'bookings', title: 'Bookings' },
  'Job Postings': { table: 'careers', title: 'Job Postings' },
  Applications: { table: 'job_applications', title: 'Job Applications' },
  Messages: { table: 'contact_messages', title: 'Contact Messages' },
  'Gallery Images': { table: 'gallery_images', title: 'Gallery' },
  Testimonials: { table: 'testimonials', title: 'Testimonials' },
};

const counts = (page: Page) => page.getByRole('region', { name: 'Counts' });
const countCard = (page: Page, label: string) =>
  counts(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: label, exact: true }) });

const countOf = async (backend: TestBackend, table: string) =>
  (await backend.query(`select 1 from public.${table}`)).length;

/** Stores a booking whose email three attempts did not send; the server's next one is far off. */
async function storeUnannounced(backend: TestBackend, name: string): Promise<string> {
  const id = await storeBooking(backend, { name });
  await backend.query(
    `update public.alerts set attempts = 3, claimed_at = now() where record_id = $1`,
    [id],
  );
  return id;
}

// Alerts of earlier tests.
pageTest.beforeEach(({ backend }) => backend.query(`update public.alerts set state = 'sent'`));

pageTest(
  'the dashboard counts the six lists, without reading them, and each count leads to its list',
  async ({ device, backend }) => {
    await storeBooking(backend);
    await storeMessage(backend);
    const methods: string[] = [];
    device.context.on(
      'request',
      (request) =>
        request.headers()['prefer']?.includes('count=exact') && methods.push(request.method()),
    );

    const page = await openPortal(device);

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard Overview');
    for (const [label, { table }] of Object.entries(CARDS)) {
      await expect(countCard(page, label), label).toContainText(
        String(await countOf(backend, table)),
      );
    }
    expect(methods).toEqual(Array.from({ length: methods.length }, () => 'HEAD'));
    expect(methods.length).toBeGreaterThanOrEqual(6);
    for (const [label, { title }] of Object.entries(CARDS)) {
      await counts(page).getByRole('link', { name: label }).click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
      await goTo(page, 'Dashboard');
    }
  },
);

pageTest(
  'the dashboard lists an unsent email alert and sends it again',
  async ({ device, backend }) => {
    const name = aBooking().name;
    const id = await storeUnannounced(backend, name);
    const page = await openPortal(device);
    const late = page.getByRole('region', { name: /email alerts? not sent$/ });
    await expect(late).toContainText(`Booking ${referenceOf(id)}`);

    await late
      .getByRole('button', { name: `Send again the email alert for ${referenceOf(id)}` })
      .click();

    await expect(toast(page, `The email alert for ${referenceOf(id)} was sent`)).toBeVisible();
    // An empty list disappears.
    await expect(late.getByText(referenceOf(id))).toHaveCount(0);
    expect((await backend.mails()).filter(({ text }) => text.includes(name))).toHaveLength(1);
  },
);

pageTest.describe('on a device that keeps the portal', () => {
  pageTest.use({ visitedBefore: 'portal' });

  pageTest(
    'offline the counts are the server’s last ones, with their time, and no alert can be sent',
    async ({ device, backend }) => {
      const id = await storeUnannounced(backend, aBooking().name);
      const page = await openInstalledPortal(device);
      const count = await countOf(backend, 'bookings');
      await expect(countCard(page, 'Bookings')).toContainText(String(count));
      await expect(page.getByText('Counts as of')).toHaveCount(0);
      const again = page.getByRole('button', {
        name: `Send again the email alert for ${referenceOf(id)}`,
      });
      await expect(again).toBeEnabled();
      await device.goOffline();
      await expect(again).toBeDisabled();

      await page.reload();

      await expect(countCard(page, 'Bookings')).toContainText(String(count));
      await expect(page.getByText('Counts as of')).toBeVisible();
    },
  );

  pageTest(
    'on a dead connection the counts are soon the server’s last ones',
    async ({ device, backend, network }) => {
      await storeBooking(backend);
      const page = await openInstalledPortal(device);
      const count = await countOf(backend, 'bookings');
      await expect(countCard(page, 'Bookings')).toContainText(String(count));
      const paused = pauseAnswer();
      const asked = network.answerEvery('HEAD /rest/v1/*', paused.answer);

      await page.reload();

      await expect(countCard(page, 'Bookings')).toContainText(String(count));
      await expect(page.getByText('Counts as of')).toBeVisible();
      expect(asked.count).toBeGreaterThanOrEqual(6);
      paused.release();
      await expect(page.getByText('Counts as of')).toHaveCount(0);
    },
  );
});
