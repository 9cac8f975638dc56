/**
 * The addresses that forms and database accept (`EMAIL_PATTERN` of the site, `private.is_email`).
 * None can end a header.
 */
const EMAIL =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;
const MAX_LENGTH = 255;

/**
 * A local part with dots between other characters; any other has to be quoted in a header (RFC
 * 5322, 3.4.1).
 */
const DOT_ATOM = /^[^.]+(\.[^.]+)*$/;

/** An email address in a mail header's form; null for an invalid one. */
export function headerAddress(email: string | null | undefined): string | null {
  if (!email || email.length > MAX_LENGTH || !EMAIL.test(email)) return null;
  const [local = '', domain = ''] = email.split('@');
  return `${DOT_ATOM.test(local) ? local : `"${local}"`}@${domain}`;
}
