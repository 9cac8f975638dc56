import { headerAddress } from './email-address.ts';

/**
 * The mailboxes in a comma-separated setting; null for an invalid address, one without a domain, or
 * a duplicate.
 */
export function readMailboxes(text: string): string[] | null {
  const mailboxes = text.split(',').map((part) => part.trim());
  const isUsable = (mailbox: string) =>
    headerAddress(mailbox) === mailbox && /@.+\..+$/.test(mailbox);
  const isEachOnce =
    new Set(mailboxes.map((mailbox) => mailbox.toLowerCase())).size === mailboxes.length;
  return isEachOnce && mailboxes.every(isUsable) ? mailboxes : null;
}

/** The rule for a setting with mailboxes. */
export const MAILBOXES_RULE = 'must be an email address, or several with commas between, each once';
