import { headerAddress } from './email-address.ts';

/** The mailboxes that a setting names, separated by commas; null if one is no address, has no domain or stands there twice. */
export function readMailboxes(text: string): string[] | null {
  const mailboxes = text.split(',').map((part) => part.trim());
  const isUsable = (mailbox: string) =>
    headerAddress(mailbox) === mailbox && /@.+\..+$/.test(mailbox);
  const isEachOnce =
    new Set(mailboxes.map((mailbox) => mailbox.toLowerCase())).size === mailboxes.length;
  return isEachOnce && mailboxes.every(isUsable) ? mailboxes : null;
}

/** The rule for a setting that names mailboxes. */
export const MAILBOXES_RULE = 'must be an email address, or several with commas between, each once';
