import { createHash } from 'node:crypto';

const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g;
/** The interactive map, which loads on a tap. */
const MAP = 'https://www.openstreetmap.org';

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** The policy of one page; its inline scripts run by their hashes. `backend` is the origin of a Supabase elsewhere. */
function contentSecurityPolicy(html: string, backend: string | null): string {
  const scripts = [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => hashOf(script));
  const elsewhere = backend === null ? '' : ` ${backend}`;
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${elsewhere}`,
    `connect-src 'self'${elsewhere}`,
    `frame-src ${MAP}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The headers of every file of the site; `html` is the page's text when it is one. */
export function securityHeaders(html: string | null, backend: string | null): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(html === null ? {} : { 'content-security-policy': contentSecurityPolicy(html, backend) }),
  };
}
