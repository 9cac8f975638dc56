const GMAIL = /@(gmail|googlemail)\.com$/;

/**
 * The mailbox of an address: in lower case and without a `+tag`. Gmail ignores dots, and delivers
 * both of its domains. The same rule as `private.mailbox` in the database.
 */
export function mailboxOf(email: string): string {
  const plain = email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, '');
  const [local = ''] = plain.split('@');
  return GMAIL.test(plain) ? `${local.replaceAll('.', '')}@gmail.com` : plain;
}
