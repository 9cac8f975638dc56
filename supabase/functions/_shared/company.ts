import { headerAddress } from './email-address.ts';

/** The company as its mails name it. */
export interface Company {
  /** Empty where MAIL_FROM is an address alone. */
  name: string;
  /** The sender's address. */
  address: string;
  /** Empty for none. */
  phone: string;
}

/** The rule for MAIL_FROM. */
export const SENDER_RULE =
  'must be the sender’s address, alone or after the company’s name: Example Cleaning <website@mail.example.com>';

/** A name of up to 60 characters, none of which ends a quoted text; its quotation marks are optional. */
const NAMED = /^(?:"([^"\\<>\p{C}]{1,60})"|([^"\\<>\p{C}]{1,60}?)) *<([^<>]+)>$/u;

/** The company's name and address in MAIL_FROM; null for an invalid one. */
export function readSender(text: string): Omit<Company, 'phone'> | null {
  const [, quoted, plain, inside] = NAMED.exec(text.trim()) ?? [];
  const address = inside ?? text.trim();
  const name = (quoted ?? plain ?? '').trim();
  const isUsable = headerAddress(address) === address && /@.+\..+$/.test(address);
  return isUsable && (inside === undefined || name !== '') ? { name, address } : null;
}

/** The rule for MAIL_PHONE. */
export const PHONE_RULE = 'must be a phone number, such as 0141 496 0000';

/** The company's phone number in MAIL_PHONE, empty if not set; null for an invalid one. */
export function readPhone(text: string | undefined): string | null {
  const phone = (text ?? '').trim();
  return phone === '' || /^\+?[\d ()-]{5,25}$/.test(phone) ? phone : null;
}

/** Characters that a name may have without quotation marks (RFC 5322, 3.2.3; RFC 6532). */
const PHRASE = /^[\p{L}\p{N} !#$%&'*+/=?^_`{|}~-]+$/u;

/** The company as a sender in a mail's header (RFC 5322, 3.4). */
export function senderOf({ name, address }: Omit<Company, 'phone'>): string {
  if (name === '') return address;
  return `${PHRASE.test(name) ? name : `"${name}"`} <${address}>`;
}
