import { expect, test } from 'vitest';
import { mailHref } from '../../src/core/domain/contact-links.ts';
import { contactSchema } from '../../src/core/domain/contact.ts';
import { headerAddress } from '../../supabase/functions/_shared/email-address.ts';
import { CASES } from '../db/parity-cases.ts';
import { contact } from './support/outbox.ts';

const EMAILS = CASES.filter(({ column }) => column === 'email');
const accepted = EMAILS.flatMap(({ value }) => {
  const { success, data } = contactSchema.safeParse({ ...contact.values, email: value });
  return success ? [data.email] : [];
});

test('every address that a form sends can be answered by mail and by a link', () => {
  expect(accepted.length).toBeGreaterThan(0);
  for (const email of accepted) {
    expect(headerAddress(email)).toBe(
      headerAddress(email)?.startsWith('"') ? email.replace(/(.*)@/, '"$1"@') : email,
    );
    const { pathname, search } = new URL(mailHref(email, 'A & B'));
    expect(decodeURIComponent(pathname)).toBe(headerAddress(email));
    expect(search).toBe('?subject=A%20%26%20B');
  }
});

test('no address that the database refuses reaches a header', () => {
  for (const { value, verdict, title } of EMAILS)
    if (verdict !== 'accepted') expect(headerAddress(value as string | null), title).toBeNull();
});
