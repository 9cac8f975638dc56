/**
 * A phone number as dialled: digits, with a leading plus if there is one. Leaves out an extension
 * (`ext 4`), the trunk 0 after +44, an alternative ending (`0123/4`), a second number and a remark
 * in brackets.
 */
function dialled(phone: string): string {
  const [written = ''] = /[+\d][^a-z#]*/i.exec(phone) ?? [];
  // The trunk 0 is not dialled from abroad.
  const number = /^(?:\+|00)/.test(written) ? written.replace('(0)', '') : written;
  const [one = number] = WHOLE_NUMBER.exec(number) ?? [];
  return one
    .replaceAll(/[^+\d]|(?!^)\+/g, '')
    .replace(/^(?:\+|00)440/, (code) => code.slice(0, -1));
}

/**
 * Brackets and slashes may also stand within a number: `(0141) 496 0123`, `0141 496/0123`. Ten
 * digits make a whole number, and seven one without country or area code.
 */
const WHOLE_NUMBER = /^(?:(?=\D*[+0])(?:\D*\d){10}|(?!\D*[+0])(?:\D*\d){7})[^(/,;]*/;

/**
 * A number with its country code and no prefix, as WhatsApp takes it; a number without a code is
 * British. Null if it cannot be one.
 */
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

/** A number as a phone dials it: a British one without its 0 or plus gets +44. */
function callable(phone: string): string {
  const digits = dialled(phone);
  if (/^[+0]/.test(digits)) return digits;
  const number = internationalNumber(phone);
  return number === null ? digits : `+${number}`;
}

export const callHref = (phone: string): string => `tel:${callable(phone)}`;

/** A link to a text message, optionally with its beginning. */
export const textHref = (phone: string, body?: string): string =>
  `sms:${callable(phone)}${body === undefined ? '' : `?&body=${encodeURIComponent(body)}`}`;

/** A link to a WhatsApp conversation, optionally with a text; null for an impossible number. */
export function whatsAppHref(phone: string, text?: string): string | null {
  const number = internationalNumber(phone);
  const query = text === undefined ? '' : `?text=${encodeURIComponent(text)}`;
  return number && `https://wa.me/${number}${query}`;
}

/** The longest link to an email: Windows and mail programs drop or cut off links from about 2,000. */
const LONGEST_MAIL_LINK = 1900;
const LONGEST_SUBJECT = 800;

/** An encoded text of at most that many characters; one that is cut off ends with an ellipsis. */
function encodeWithin(most: number, text: string): string {
  const whole = encodeURIComponent(text);
  if (whole.length <= most) return whole;
  const end = encodeURIComponent('…');
  let cut = '';
  for (const character of text) {
    const next = cut + encodeURIComponent(character);
    if (next.length + end.length > most) break;
    cut = next;
  }
  return cut + end;
}

/**
 * A link to an email, optionally with its beginning; in a long link both are cut off. A local part
 * that is no dot-atom is quoted (RFC 6068), and a line break is CRLF.
 */
export function mailHref(email: string, subject: string, body?: string): string {
  const [local = '', domain = ''] = email.split('@');
  const quoted = /^[^.]+(\.[^.]+)*$/.test(local) ? local : `"${local}"`;
  const mail = `mailto:${encodeURIComponent(quoted)}@${domain}?subject=${encodeWithin(LONGEST_SUBJECT, subject)}`;
  if (body === undefined) return mail;
  const start = `${mail}&body=`;
  return start + encodeWithin(LONGEST_MAIL_LINK - start.length, body.replaceAll('\n', '\r\n'));
}

export type MapKind = 'android' | 'apple' | 'web';

/** By `navigator.userAgent`. iPhones do not support `geo:` links. */
export function mapKindOf(userAgent: string): MapKind {
  if (/Android/i.test(userAgent)) return 'android';
  return /iPhone|iPad|iPod/i.test(userAgent) ? 'apple' : 'web';
}

/** A link to directions to an address. */
export function directionsHref(address: string, map: MapKind): string {
  const place = encodeURIComponent(address);
  if (map === 'android') return `geo:0,0?q=${place}`;
  return map === 'apple'
    ? `https://maps.apple.com/?daddr=${place}`
    : `https://www.google.com/maps/dir/?api=1&destination=${place}`;
}
