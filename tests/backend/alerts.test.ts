import { describe, expect, test } from 'vitest';
import { referenceOf } from '../../src/core/domain/reference.ts';
import type { InboxMessage } from '../../supabase/local/mail/inbox-page.ts';
import { aBooking } from '../support/records.ts';
import { useServer } from './support/use-server.ts';

const { visitor, query, inboxUrl, url } = useServer({ MAIL_RECEIPTS: '0' });

async function inbox(): Promise<InboxMessage[]> {
  return (await fetch(`${inboxUrl()}/api/messages`)).json() as Promise<InboxMessage[]>;
}
const alertOf = async (id: string) =>
  (
    await query<{ id: string; state: string; attempts: number }>(
      'select id, state, attempts from alerts where record_id = $1',
      [id],
    )
  )[0];

async function storeBooking() {
  const booking = aBooking();
  await visitor().from('bookings').insert(booking);
  return booking;
}
const sendAlert = (id: string) =>
  visitor().functions.invoke('send-form-email', { body: { type: 'booking', data: { id } } });

describe('the alert of a stored booking', () => {
  test('arrives in the inbox once, however often it is requested, and no receipt where they are off', async () => {
    const { id } = await storeBooking();
    for (let n = 0; n < 3; n++) expect((await sendAlert(id)).error).toBeNull();
    const alert = await alertOf(id);
    expect(alert).toMatchObject({ state: 'sent', attempts: 1 });
    expect(await inbox()).toMatchObject([
      {
        messageId: `<${alert?.id}@example.com>`,
        to: 'office@example.com',
        replyTo: 'ailsa@example.com',
        subject: expect.stringMatching(
          new RegExp(`^New booking ${referenceOf(id)}, \\w{3} \\d{1,2} \\w{3,4}$`),
        ),
        text: expect.stringContaining(`${url()}/admin/bookings?q=${referenceOf(id)}`),
      },
    ]);
  });

  test('is the newest in the inbox', async () => {
    const { id } = await storeBooking();
    await sendAlert(id);
    expect((await inbox())[0]?.messageId).toContain((await alertOf(id))?.id);
  });
});

test('the inbox page shows a mail and runs none of its scripts', async () => {
  const booking = aBooking({ address: '<script>alert(1)</script>' });
  await visitor().from('bookings').insert(booking);
  await sendAlert(booking.id);
  const page = await fetch(inboxUrl());
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await page.text();
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).not.toContain('<script>');
});
