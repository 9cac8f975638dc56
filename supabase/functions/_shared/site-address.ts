/** The rule for SITE_URL. */
export const SITE_RULE = 'must be the address of the site, which starts with https://';

/** The site's address without a slash at its end; null if it is none. Without TLS it is good on one's own machine only. */
export function readSiteAddress(text: string): string | null {
  return /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(:|\/?$))[^\s<>"]*$/.test(text)
    ? text.replace(/\/+$/, '')
    : null;
}
