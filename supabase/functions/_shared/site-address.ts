/** The rule for SITE_URL. */
export const SITE_RULE = 'must be the address of the site, which starts with https://';

/**
 * The site's origin without a trailing slash; null if invalid. Without TLS only localhost is valid.
 */
export function readSiteAddress(text: string): string | null {
  return /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(:|\/?$))[^\s<>"]*$/.test(text)
    ? text.replace(/\/+$/, '')
    : null;
}
