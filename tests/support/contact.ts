import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Contact } from '../../src/core/domain/contact.ts';
import type { Mail, TestBackend } from './backend.ts';
import type { Device } from './device.ts';
import { sentEverythingOf } from './outbox.ts';

/** A message with a unique name and email address. */
export function aMessage(changes: Partial<Contact> = {}): Contact {
  const tag = randomUUID().slice(0, 8);
  return {
    name: `Isla Bute ${tag}`,
    email: `isla-${tag}@example.com`,
    subject: 'Windows of a tenement flat',
    message: 'Do you clean the windows of a third floor?',
    ...changes,
  };
}

export const fieldsOf = (page: Page) => ({
  name: page.getByRole('textbox', { name: 'Name', exact: true }),
  email: page.getByRole('textbox', { name: 'Email' }),
  subject: page.getByRole('textbox', { name: 'Subject' }),
  message: page.getByRole('textbox', { name: 'Message' }),
});

export const sendButton = (page: Page) => page.getByRole('button', { name: 'Send Message' });

export async function fillIn(page: Page, message: Contact): Promise<void> {
  for (const [name, field] of Object.entries(fieldsOf(page)))
    await field.fill(message[name as keyof Contact]);
}

/** Fills in the form and submits it. */
export async function send(page: Page, message: Contact): Promise<void> {
  await fillIn(page, message);
  await sendButton(page).click();
}

/** Expects every field to hold the message's value. */
export async function expectFilledIn(page: Page, message: Contact): Promise<void> {
  for (const [name, field] of Object.entries(fieldsOf(page)))
    await expect(field).toHaveValue(message[name as keyof Contact]);
}

/** The office's data about a message: the stored records and the mails. */
export async function received(
  backend: TestBackend,
  { email }: Contact,
): Promise<{ rows: (Contact & { id: string })[]; mails: Mail[] }> {
  const rows = await backend.query<Contact & { id: string }>(
    'select id, name, email, subject, message from public.contact_messages where email = $1',
    [email],
  );
  const mails = (await backend.mails()).filter(({ replyTo }) => replyTo.includes(email));
  return { rows, mails };
}

/**
 * Expects the office to get the message as typed and one mail about it, each exactly once. Waits
 * until the device has nothing left to send. Returns the record's id.
 */
export async function expectReceivedOnce(
  device: Device,
  backend: TestBackend,
  message: Contact,
): Promise<string> {
  await expect
    .poll(async () => (await received(backend, message)).mails.length, 'mails in the inbox')
    .toBeGreaterThan(0);
  await sentEverythingOf(device, message.email);
  const { rows, mails } = await received(backend, message);
  expect(rows).toEqual([{ ...message, id: expect.any(String) }]);
  expect(mails).toHaveLength(1);
  return rows[0]?.id ?? '';
}
