/**
 * The number alone, as it is dialled: digits, with a plus in front where it has one. What stands around it is left out (`ext 4`), and so
 * are the trunk's nought after +44, a second ending (`0123/4`), a second number and a remark in brackets.
 */
function dialled(phone: string): string {
  const [written = ''] = /[+\d][^a-z#]*/i.exec(phone) ?? [];
  // Nobody abroad dials the trunk's nought.
  const number = /^(?:\+|00)/.test(written) ? written.replace('(0)', '') : written;
  const [one = number] = WHOLE_NUMBER.exec(number) ?? [];
  return one
    .replaceAll(/[^+\d]|(?!^)\+/g, '')
    .replace(/^(?:\+|00)440/, (code) => code.slice(0, -1));
}

/**
 * Brackets and strokes may also stand within a number: `(0141) 496 0123`, `0141 496/0123`. Ten digits make a whole one, and seven do without
 * the code of a country or town.
 */
const WHOLE_NUMBER = /^(?:(?=\D*[+0])(?:\D*\d){10}|(?!\D*[+0])(?:\D*\d){7})[^(/,;]*/;

/** A number with its country's code and nothing before it, as WhatsApp takes it; one that names no country is British. Null for what can be no such number. */
export function internationalNumber(phone: string): string | null {
  const digits = dialled(phone).replace(/^\+|^00/, '+');
  const number = withCountry(digits)?.replace(/^440/, '44');
  return number !== undefined && /^[1-9]\d{9,14}$/.test(number) ? number : null;
}

function withCountry(digits: string): string | undefined {
  if (digits.startsWith('+')) return digits.slice(1);
  if (digits.startsWith('0')) return `44${digits.slice(1)}`;
  if (digits.length === 10) return `44${digits}`;
  return digits.startsWith('44') ? digits : undefined;
}

/** A number as a phone dials it: a British one that lacks its first 0 or its plus gets +44. */
function callable(phone: string): string {
  const digits = dialled(phone);
  if (/^[+0]/.test(digits)) return digits;
  const number = internationalNumber(phone);
  return number === null ? digits : `+${number}`;
}

export const callHref = (phone: string): string => `tel:${callable(phone)}`;

/** Opens a text message, with its first words where they are given. */
export const textHref = (phone: string, body?: string): string =>
  `sms:${callable(phone)}${body === undefined ? '' : `?&body=${encodeURIComponent(body)}`}`;

/** Opens a conversation; null when the number is none that WhatsApp could have. */
export function whatsAppHref(phone: string): string | null {
  const number = internationalNumber(phone);
  return number && `https://wa.me/${number}`;
}

/** Opens a letter. A local part that is no dot-atom is quoted, as RFC 6068 wants it. */
export function mailHref(email: string, subject: string): string {
  const [local = '', domain = ''] = email.split('@');
  const quoted = /^[^.]+(\.[^.]+)*$/.test(local) ? local : `"${local}"`;
  return `mailto:${encodeURIComponent(quoted)}@${domain}?subject=${encodeURIComponent(subject)}`;
}

/** An answer's subject: one `Re:`, however often the letter went to and fro. */
export const replySubject = (subject: string): string =>
  `Re: ${subject.replace(/^(?:re:\s*)+/i, '')}`;

/** Which map a device opens. */
export type MapKind = 'android' | 'apple' | 'web';

/** By a browser's `navigator.userAgent`. An iPhone knows no `geo:` links. */
export function mapKindOf(userAgent: string): MapKind {
  if (/Android/i.test(userAgent)) return 'android';
  return /iPhone|iPad|iPod/i.test(userAgent) ? 'apple' : 'web';
}

/** Leads to an address, with its lines as they were written. */
export function directionsHref(address: string, map: MapKind): string {
  const place = encodeURIComponent(address);
  if (map === 'android') return `geo:0,0?q=${place}`;
  return map === 'apple'
    ? `https://maps.apple.com/?daddr=${place}`
    : `https://www.google.com/maps/dir/?api=1&destination=${place}`;
}
